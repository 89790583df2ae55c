// Package static holds what a browser fetches besides pages: style sheets,
// scripts, fonts and the icon.
//
// Each file is served under a name that carries a hash of its bytes, so a
// browser may keep it for ever and a new version is a new address. Style sheets
// name fonts by plain relative addresses, which work from the disk too and under
// any prefix; [Load] puts the hashed names into them, and a style sheet's own hash
// is taken after that, so that a changed font changes every address that leads to it.
package static

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/tdewolff/minify/v2/js"
)

// What only go generate and the tests read (vendor/temml, vendor/axe-core), the
// licences and the notes stay out of the program.
//
//go:embed css/*.css js/*.js fonts/*.woff2 vendor/htmx/*.js icon.svg
var files embed.FS

// Prefix begins the address of every asset.
const Prefix = "/static/"

// An Asset is one file as it is served. Its Body is shared: read it only.
type Asset struct {
	Path        string // its address: /static/css/course.3f2a9c1b.css
	ContentType string
	ETag        string // a strong entity tag, quotes included
	Body        []byte
}

// Assets are all files, found by plain name or by address. They do not change
// after [Load], so any number of goroutines may read them.
type Assets struct {
	byName map[string]Asset // css/course.css
	byPath map[string]Asset // /static/css/course.3f2a9c1b.css
}

// Load minifies and hashes the embedded files, which takes some twenty
// milliseconds. It panics if a style sheet refers to a file that is not there, or
// a script cannot be read.
func Load() *Assets {
	a, err := load(files)
	if err != nil {
		panic("static: " + err.Error())
	}
	return a
}

// small is a file as it travels: our scripts without comments and spaces, and
// with short names for what nobody else sees, in three quarters of the bytes.
func small(name string, body []byte) ([]byte, error) {
	if path.Ext(name) != ".js" || strings.HasPrefix(name, "vendor/") {
		return body, nil
	}
	var b bytes.Buffer
	if err := new(js.Minifier).Minify(nil, &b, bytes.NewReader(body), nil); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b.Bytes(), nil
}

func load(fsys fs.FS) (*Assets, error) {
	var names []string
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	a := &Assets{byName: map[string]Asset{}, byPath: map[string]Asset{}}
	for _, sheets := range []bool{false, true} { // style sheets last: they name the rest by hash
		for _, name := range names {
			if (path.Ext(name) == ".css") != sheets {
				continue
			}
			body, err := fs.ReadFile(fsys, name)
			if err != nil {
				return nil, err
			}
			if sheets {
				if body, err = a.resolve(name, body); err != nil {
					return nil, err
				}
			}
			if body, err = small(name, body); err != nil {
				return nil, err
			}
			if err := a.add(name, body); err != nil {
				return nil, err
			}
		}
	}
	return a, nil
}

// contentTypes is closed: the type of a file must not depend on the machine's
// MIME tables.
var contentTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".svg":   "image/svg+xml",
	".woff2": "font/woff2",
}

func (a *Assets) add(name string, body []byte) error {
	ext := path.Ext(name)
	contentType, ok := contentTypes[ext]
	if !ok {
		return fmt.Errorf("%s: no content type for %q", name, ext)
	}
	sum := sha256.Sum256(body)
	asset := Asset{
		Path:        Prefix + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:4]) + ext,
		ContentType: contentType,
		ETag:        `"` + hex.EncodeToString(sum[:16]) + `"`,
		Body:        body,
	}
	a.byName[name], a.byPath[asset.Path] = asset, asset
	return nil
}

var cssURL = regexp.MustCompile(`url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'\s)]*))\s*\)`)

// resolve puts the hashed names into the relative addresses of a style sheet.
func (a *Assets) resolve(name string, css []byte) ([]byte, error) {
	var missing error
	css = cssURL.ReplaceAllFunc(css, func(match []byte) []byte {
		ref := string(bytes.Join(cssURL.FindSubmatch(match)[1:], nil)) // one of three is there
		if strings.HasPrefix(ref, "data:") || strings.HasPrefix(ref, "#") {
			return match
		}
		asset, ok := a.byName[path.Join(path.Dir(name), ref)]
		if !ok {
			missing = fmt.Errorf("%s: url(%s) is not among the files", name, ref)
			return match
		}
		return []byte(`url("` + path.Join(path.Dir(ref), path.Base(asset.Path)) + `")`)
	})
	return css, missing
}

// URL returns the address of the file with that plain name:
//
//	URL("css/course.css") == "/static/css/course.3f2a9c1b.css"
//
// It panics if there is no such file.
func (a *Assets) URL(name string) string {
	asset, ok := a.byName[name]
	if !ok {
		panic("static: no file " + name)
	}
	return asset.Path
}

// Lookup returns the asset at an address, and whether there is one.
func (a *Assets) Lookup(urlPath string) (Asset, bool) {
	asset, ok := a.byPath[urlPath]
	return asset, ok
}

// All returns every asset in the order of their addresses.
func (a *Assets) All() []Asset {
	all := make([]Asset, 0, len(a.byPath))
	for _, asset := range a.byPath {
		all = append(all, asset)
	}
	slices.SortFunc(all, func(x, y Asset) int { return strings.Compare(x.Path, y.Path) })
	return all
}
