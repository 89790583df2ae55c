package coursetest

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// What may not stand on a picture: a cut of the words below, two sentences, a mere word.
func TestWhatIsUnfitForThePicture(t *testing.T) {
	const why = "<p>One for each: <i>s</i> + <i>n</i>λ = 0, at the λ that is −s/n. And none at any other λ.</p>"
	for said, want := range map[string]bool{
		"<b>Yes.</b> Each of the four eigenvalues below zero has its own λ = −s/n, where the sum is 0.": true,
		"<b>Yes.</b> One for each: <i>s</i> + <i>n</i>λ = 0, at the λ that is −s/n.":                    false,
		"<b>No.</b> Each of the four eigenvalues below zero has its own λ = −s/n, where the sum is 0.":  false,
		"<b>Yes.</b> Each of the four eigenvalues below zero has its own λ = −s/n, where the sum is:":   false,
		"<b>Yes.</b> Each of the four eigenvalues below zero has its own. There the sum is 0.":          false,
		"<b>Yes.</b> One for each.": false,
		"<b>Yes.</b> Each of the four has <a href=\"?fit.lambda=1\">its own λ</a>, where the sum is 0.": false,
		"": false,
	} {
		fault := unfit(course.Alternative{Said: said, Why: why, Right: true})
		if (fault == "") != want {
			t.Errorf("%q: %q", said, fault)
		}
	}
}
