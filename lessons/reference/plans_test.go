package reference

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// The minutes of a class add up to ninety, over two to four lessons; in a term each lesson stands in one week.
func TestPlansAddUp(t *testing.T) {
	first := regexp.MustCompile(`<tr>\s*<td>(\d+)</td>`)
	lesson := regexp.MustCompile(`href="/lessons/([a-z-]+)">(\d+)</a>`)
	classes, lessons := 0, map[string]string{}
	for _, p := range course.Must(Plans()) {
		if strings.Contains(p.HTML, " id=") {
			t.Errorf("%s has an id, which the page may have from another", p.Name)
		}
		sum, rows := 0, first.FindAllStringSubmatch(p.HTML, -1)
		for _, row := range rows {
			n, _ := strconv.Atoi(row[1])
			sum += n
		}
		within := map[string]int{}
		for _, l := range lesson.FindAllStringSubmatch(p.HTML, -1) {
			within[l[1]]++
			if was := lessons[l[1]]; was != "" && was != l[2] {
				t.Errorf("%s: lesson %s is %s elsewhere", p.Name, l[2], was)
			}
			lessons[l[1]] = l[2]
		}
		if strings.HasSuffix(p.Name, "weeks") {
			if labs := strings.Count(p.HTML, `#lab"`); labs < 2 {
				t.Errorf("%s has %d labs", p.Name, labs)
			}
			if len(within) != 20 || sum != len(rows)*(len(rows)+1)/2 {
				t.Errorf("%s: %d lessons in %d weeks", p.Name, len(within), len(rows))
			}
			for slug, n := range within {
				if n != 1 {
					t.Errorf("%s has %s %d times", p.Name, slug, n)
				}
			}
			continue
		}
		classes++
		if sum != 90 || len(within) < 2 || len(within) > 4 {
			t.Errorf("%s: %d minutes, %d lessons", p.Name, sum, len(within))
		}
	}
	if classes < 6 {
		t.Errorf("%d classes", classes)
	}
}
