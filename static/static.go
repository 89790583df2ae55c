// Package static holds what a browser fetches besides pages: style sheets,
// scripts, fonts and the icon.
//
// Each file is served under a name that carries a hash of its bytes, so a
// browser may keep it for ever and a new version is a new address. A style sheet
// names fonts, and a script the modules it imports, by plain relative addresses,
// which work from the disk too and under any prefix; [Load] puts the hashed names
// into them, and a file's own hash is taken after that, so that a change alters
// every address that leads to it. For that, no file can lead back to itself.
//
// Our scripts are modules, but for js/theme.js, which a page waits for. A browser
// would find what a module imports only when it has the module; [Assets.Imports]
// tells the page all of it at once.
package static

import (
	_ "embed" // for Book
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Book is the style sheet of the course as a book, which stands in the book and at no address.
//
//go:embed book/book.css
var Book string

// Prefix begins the address of every asset.
const Prefix = "/static/"

// An Asset is one file as it is served. Its Body is shared: read it only.
type Asset struct {
	Path        string // its address: /static/css/page.3f2a9c1b.css
	ContentType string
	ETag        string // a strong entity tag, quotes included
	Body        []byte
	imports     []string // of a module: the plain names of all it runs before itself, in that order
}

// Assets are all files, found by plain name or by address. They do not change
// after [Load], so any number of goroutines may read them.
type Assets struct {
	byName map[string]Asset // css/page.css
	byPath map[string]Asset // /static/css/page.3f2a9c1b.css
}

// union lists what is in any of the lists, in the order of first mention.
func union(lists ...[]string) []string {
	var all []string
	for _, s := range slices.Concat(lists...) {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// URL returns the address of the file with that plain name:
//
//	URL("css/page.css") == "/static/css/page.3f2a9c1b.css"
//
// It panics if there is no such file.
func (a *Assets) URL(name string) string { return a.Named(name).Path }

// Named returns the file with that plain name. It panics if there is no such file.
func (a *Assets) Named(name string) Asset {
	asset, ok := a.byName[name]
	if !ok {
		panic("static: no file " + name)
	}
	return asset
}

// Imports returns the addresses of what these modules import, directly and by way
// of others: each once, without the modules themselves, and in the order they run.
// It panics if there is no such module.
func (a *Assets) Imports(names ...string) []string {
	var all []string
	for _, name := range names {
		all = union(all, a.Named(name).imports)
	}
	var addresses []string
	for _, name := range all {
		if !slices.Contains(names, name) {
			addresses = append(addresses, a.URL(name))
		}
	}
	return addresses
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

// A listed is an asset without its body.
type listed struct {
	Path    string   `json:"path"`
	Imports []string `json:"imports,omitempty"`
}

// Listing names the assets and their addresses, for a program that serves none of them:
// see [Listed].
func (a *Assets) Listing() []byte {
	list := map[string]listed{}
	for name, asset := range a.byName {
		list[name] = listed{asset.Path, asset.imports}
	}
	b, err := json.Marshal(list)
	if err != nil {
		panic(err) // strings can be marshalled
	}
	return b
}

// Listed reads a [Assets.Listing]: assets that are known by name and address and have no
// body. It fails where the listing is none.
func Listed(listing []byte) (*Assets, error) {
	var list map[string]listed
	if err := json.Unmarshal(listing, &list); err != nil {
		return nil, fmt.Errorf("static: a listing: %w", err)
	}
	a := &Assets{byName: map[string]Asset{}, byPath: map[string]Asset{}}
	for name, l := range list {
		a.byName[name] = Asset{Path: l.Path, imports: l.Imports}
	}
	return a, nil
}
