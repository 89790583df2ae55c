package api

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// apiView is the page for programs, whose server is at that address.
func apiView(ctx context.Context, server string) (page views.APIPage, err error) {
	page = views.APIPage{Server: server, Points: MaxPoints, Bytes: MaxBody >> 20}
	shown := func(p Program) views.APIProgram {
		return views.APIProgram{ID: p.Name, Language: p.Language, Code: p.Code}
	}
	page.Programs, page.Progress = course.Each(Programs(server), shown), shown(Progress(server))
	page.Module = views.APIProgram{ID: "module", Language: "Shell", Code: course.GoModule(server)}
	for _, m := range Methods() {
		v := views.APIMethod{Name: m.Name, Title: m.Summary, About: m.About,
			Program: views.APIProgram{ID: "curl-" + m.Name, Language: "curl", Code: m.Curl(server)}}
		if v.Answer, err = m.Answered(ctx); err != nil {
			return page, err
		}
		for _, f := range m.Fields {
			about := f.About
			switch {
			case f.Default != nil:
				about += fmt.Sprintf(" Without it: %v.", f.Default)
			case !f.Required:
				about += " It may be absent."
			}
			v.Fields = append(v.Fields, views.APIName{Name: f.Name, About: about})
		}
		for _, r := range m.Results {
			about := r.About
			if without, ok := strings.CutPrefix(r.When, "-"); ok {
				about += " Without " + without + " only."
			} else if r.When != "" {
				about += " With " + r.When + " only."
			}
			v.Results = append(v.Results, views.APIName{Name: r.Name, About: about})
		}
		page.Methods = append(page.Methods, v)
	}
	for _, k := range Kernels() {
		parts := course.Each(k.Parameters, func(p Parameter) string { return p.Name + ": " + p.Range })
		about := cmp.Or(strings.Join(parts, "; "), "no parameters")
		if k.Strings {
			about += "; of strings"
		}
		page.Kernels = append(page.Kernels, views.APIName{Name: k.Name, About: about})
	}
	for _, k := range Kinds() {
		page.Problems = append(page.Problems, views.APIProblem{Code: k.Code, Status: k.Status, Title: k.Title,
			About: k.About})
	}
	return page, nil
}
