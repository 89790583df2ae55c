//go:build !js

package static

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/tdewolff/minify/v2"
	minifycss "github.com/tdewolff/minify/v2/css"
	minifyjs "github.com/tdewolff/minify/v2/js"
	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// What only go generate and the tests read (vendor/temml, vendor/axe-core), the
// licences and the notes stay out of the program.
//
//go:embed css/*.css js/*.js fonts/*.woff2 vendor/htmx/*.js icon.svg
var files embed.FS

// Load minifies and hashes the embedded files, which takes some twenty
// milliseconds. It panics if a file names one that is not there, or by way of
// others itself, or if a script cannot be read.
func Load() *Assets {
	a, err := load(files)
	if err != nil {
		panic("static: " + err.Error())
	}
	return a
}

// Read is Load from a folder like this package's own on the disk, for whoever works on
// its files. The error names the file.
func Read(folder fs.FS) (*Assets, error) { return read(files, folder) }

func load(fsys fs.FS) (*Assets, error) { return read(fsys, fsys) }

// read loads from fsys the files that are listed, and what they name.
func read(listed, fsys fs.FS) (*Assets, error) {
	l := loader{Assets: &Assets{byName: map[string]Asset{}, byPath: map[string]Asset{}}, fsys: fsys}
	err := fs.WalkDir(listed, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			_, err = l.load(name)
		}
		return err
	})
	for _, name := range l.parts {
		delete(l.byPath, l.byName[name].Path)
		delete(l.byName, name)
	}
	return l.Assets, err
}

// A loader adds each file after those that it names by hash.
type loader struct {
	*Assets
	fsys  fs.FS
	trail []string // the files that are being read, each named by the one before
	parts []string // the sheets that stand in others, and are at no address
}

func (l *loader) load(name string) (Asset, error) {
	if asset, ok := l.byName[name]; ok {
		return asset, nil
	}
	cycle := slices.Contains(l.trail, name)
	l.trail = append(l.trail, name)
	defer func() { l.trail = l.trail[:len(l.trail)-1] }()
	if cycle {
		return Asset{}, fmt.Errorf("%s: a cycle", strings.Join(l.trail, " → "))
	}
	body, err := fs.ReadFile(l.fsys, name)
	if err != nil {
		return Asset{}, fmt.Errorf("%s: %w", strings.Join(l.trail, " → "), err)
	}
	var imports []string
	switch {
	case path.Ext(name) == ".css":
		body, err = l.sheet(name, body)
	case path.Ext(name) == ".js" && !strings.HasPrefix(name, "vendor/"):
		body, imports, err = l.script(name, body)
	}
	if err != nil {
		return Asset{}, err
	}
	return l.add(name, body, imports)
}

// hashed returns what a file names by a relative address, and the same address
// with the hash.
func (l *loader) hashed(name, ref string) (Asset, string, error) {
	asset, err := l.load(path.Join(path.Dir(name), ref))
	return asset, ref[:strings.LastIndex(ref, "/")+1] + path.Base(asset.Path), err
}

var cssURL = regexp.MustCompile(`url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'\s)]*))\s*\)`)

// cssImport stands in a sheet in place of another one of its folder, which imports none.
var cssImport = regexp.MustCompile(`(?m)^@import "([\w-]+\.css)";$`)

// sheet is a style sheet as it travels: with those that it imports, with hashed names in its
// addresses, without comments and spaces.
func (l *loader) sheet(name string, css []byte) ([]byte, error) {
	var wrong error
	css = cssImport.ReplaceAllFunc(css, func(match []byte) []byte {
		part := path.Join(path.Dir(name), string(cssImport.FindSubmatch(match)[1]))
		body, err := fs.ReadFile(l.fsys, part)
		l.parts, wrong = append(l.parts, part), cmp.Or(wrong, err)
		return body
	})
	css = cssURL.ReplaceAllFunc(css, func(match []byte) []byte {
		ref := string(bytes.Join(cssURL.FindSubmatch(match)[1:], nil)) // one of three is there
		if wrong != nil || strings.HasPrefix(ref, "data:") || strings.HasPrefix(ref, "#") {
			return match
		}
		var address string
		_, address, wrong = l.hashed(name, ref)
		return []byte(`url("` + address + `")`)
	})
	if wrong != nil {
		return nil, wrong
	}
	// The minifier leaves what stands in an @container as it is, and knows how to shorten an @media.
	known := bytes.ReplaceAll(css, []byte("@container "), []byte(asMedia))
	var small bytes.Buffer
	if err := new(minifycss.Minifier).Minify(minify.New(), &small, bytes.NewReader(known), nil); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return bytes.ReplaceAll(small.Bytes(), []byte(asMedia), []byte("@container ")), nil
}

// asMedia is what a sheet's "@container " is called while it is shortened.
const asMedia = "@media container "

// script is one of our scripts as it travels: with hashed names in its import
// statements, without comments and spaces, and with short names within functions.
// It returns the plain names of all modules that run before it, too.
func (l *loader) script(name string, source []byte) ([]byte, []string, error) {
	ast, err := js.Parse(parse.NewInputBytes(source), js.Options{})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	var imports []string
	for _, statement := range ast.List {
		var from *[]byte
		switch s := statement.(type) {
		case *js.ImportStmt:
			from = &s.Module
		case *js.ExportStmt:
			from = &s.Module
		}
		if from == nil || *from == nil {
			continue
		}
		ref := string((*from)[1 : len(*from)-1]) // without its quotes
		if !strings.HasPrefix(ref, "./") && !strings.HasPrefix(ref, "../") {
			return nil, nil, fmt.Errorf("%s: the address of an import begins with ./ or ../, not %s", name, ref)
		}
		asset, address, err := l.hashed(name, ref)
		if err != nil {
			return nil, nil, err
		}
		*from = []byte(`"` + address + `"`)
		imports = union(imports, asset.imports, []string{path.Join(path.Dir(name), ref)})
	}
	var whole, small bytes.Buffer
	ast.JS(&whole)
	if err := new(minifyjs.Minifier).Minify(nil, &small, &whole, nil); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return small.Bytes(), imports, nil
}

// contentTypes is closed: the type of a file must not depend on the machine's
// MIME tables.
var contentTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".svg":   "image/svg+xml",
	".woff2": "font/woff2",
}

func (a *Assets) add(name string, body []byte, imports []string) (Asset, error) {
	ext := path.Ext(name)
	contentType, ok := contentTypes[ext]
	if !ok {
		return Asset{}, fmt.Errorf("%s: no content type for %q", name, ext)
	}
	sum := sha256.Sum256(body)
	asset := Asset{
		Path:        Prefix + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:4]) + ext,
		ContentType: contentType,
		ETag:        `"` + hex.EncodeToString(sum[:16]) + `"`,
		Body:        body,
		imports:     imports,
	}
	a.byName[name], a.byPath[asset.Path] = asset, asset
	return asset, nil
}
