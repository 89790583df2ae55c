package course

import (
	"slices"
	"strings"
)

// A link may narrow what its reader can reach: hide=kernel,noise takes controls
// off a figure, lock=lambda shows one that does not move. Both are a courtesy
// among a teacher's links and guard nothing: a value written into the address
// counts all the same. A name that no control has is passed over, and noted.

// maxAccess bounds the names that a link may hide, and those it may lock.
const maxAccess = 24

// names splits the value of hide or lock, "kernel,noise", at its commas, and keeps
// maxAccess of them.
func names(list string) []string {
	all := strings.SplitN(list, ",", maxAccess+1)
	return all[:min(len(all), maxAccess)]
}

// restrict hides or locks a control if the query says so.
func (f *Form) restrict(c *Control) {
	if c.Name == "hide" || c.Name == "lock" {
		panic("course: a control cannot be called " + c.Name)
	}
	c.Hidden = slices.Contains(names(f.query.Get("hide")), c.Name)
	c.Locked = !c.Hidden && slices.Contains(names(f.query.Get("lock")), c.Name)
}

// noteUnknown notes the names in hide and lock that no control has.
func (f *Form) noteUnknown() {
	for _, list := range []string{"hide", "lock"} {
		var unknown []string
		for _, name := range names(f.query.Get(list)) {
			has := slices.ContainsFunc(f.Controls, func(c *Control) bool { return c.Name == name })
			if name = strings.TrimSpace(name); name != "" && !has {
				unknown = append(unknown, "“"+Printable(name)+"”")
			}
		}
		if n := len(unknown); n > 0 {
			f.note("%s: there is no control %s here.", list, strings.Join(unknown[:min(n, 3)], ", "))
		}
	}
}

// Hide returns the names of the controls that the link hides, in their declared
// order, as the query has them.
func (f *Form) Hide() string {
	return f.named(func(c *Control) bool { return c.Hidden })
}

// Lock returns the names of the controls that the link locks, likewise.
func (f *Form) Lock() string {
	return f.named(func(c *Control) bool { return c.Locked })
}

func (f *Form) named(has func(*Control) bool) string {
	var list []string
	for _, c := range f.Controls {
		if has(c) {
			list = append(list, c.Name)
		}
	}
	return strings.Join(list, ",")
}

// Access returns what follows Query in a link that hides or locks controls:
// hide=…&lock=…, under prefix; empty where there is nothing to say.
func (f *Form) Access(prefix string) string {
	var parts []string
	if list := f.Hide(); list != "" {
		parts = append(parts, prefix+"hide="+list)
	}
	if list := f.Lock(); list != "" {
		parts = append(parts, prefix+"lock="+list)
	}
	return strings.Join(parts, "&")
}

// Link returns the query of a link to the form's state: Query, then Access.
func (f *Form) Link(prefix string) string {
	query, access := f.Query(prefix), f.Access(prefix)
	if query != "" && access != "" {
		query += "&"
	}
	return query + access
}
