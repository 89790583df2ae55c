package main

import (
	"os"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestTypesOnOtherSystems checks the types of the module, its tests included, and of all it imports
// with the files of Windows and of macOS. It reads sources and compiles nothing, which is a tenth of
// a build's work, and finds what a build would but for what the linker does.
func TestTypesOnOtherSystems(t *testing.T) {
	if os.Getenv("GRAMOPHONE_LESSONS") != "" {
		t.Skip("lessons are the same on all systems")
	}
	for _, system := range [][]string{{"GOOS=windows", "GOARCH=amd64"}, {"GOOS=darwin", "GOARCH=arm64"}} {
		t.Run(system[0], func(t *testing.T) {
			all, err := packages.Load(&packages.Config{
				Mode:  packages.LoadAllSyntax,
				Env:   append(os.Environ(), system...),
				Tests: true,
			}, "github.com/gramophone-course/gramophone/...")
			if err != nil {
				t.Fatal(err)
			}
			if len(all) < 50 {
				t.Fatalf("%d packages", len(all))
			}
			packages.Visit(all, nil, func(p *packages.Package) {
				for _, err := range p.Errors {
					t.Error(err)
				}
			})
		})
	}
}
