package course

import (
	"fmt"
	"regexp"
	"strings"
)

// Markdown is the block's words as any reader of Markdown takes them: formulas between
// dollars without the course's own commands, links out of the course only, questions
// without their answers. It is empty for what has none, a figure or its code.
func (b Block) Markdown() string { return unlinked(b.words()) }

// MarkdownTo is [Block.Markdown] with links into the course too, where at says that they lead: a link is
// "?fit.n=20", "ridge", "#title", "../errata/offset" or "/lessons/ridge", as it stands in the prose.
func MarkdownTo(b Block, at func(link string) string) string {
	return target.ReplaceAllStringFunc(b.words(), func(link string) string {
		to := link[2 : len(link)-1]
		if strings.HasPrefix(to, "http") || !ours.MatchString(to) {
			return link
		}
		return "](" + at(to) + ")"
	})
}

// words are the block's in Markdown, with its links as they stand.
func (b Block) words() string {
	source, title := strings.TrimSpace(b.source), b.head
	switch b.Kind {
	case "figure", "code", "practice":
		return ""
	case "predict", "exercise":
		source = question(source, b.Exercise)
	case "explain":
		source = marked(source, "good ", "half ", "wrong ")[0].text
	case "break":
		source, title = brokenCases(source), "Break it"
	}
	if title != "" {
		source = "### " + title + "\n\n" + source
	}
	if b.Kind == "sentence" || b.Kind == "margin" {
		source = "> " + strings.ReplaceAll(source, "\n", "\n> ")
	}
	return bare(source)
}

// Portable is the course's Markdown without what only the course understands: its links
// between states, its marks of terms, its commands in formulas, its drawings.
func Portable(source string) string { return unlinked(bare(source)) }

// bare is Portable with the links between states.
func bare(source string) string {
	source = markup.ReplaceAllString(source, "")
	source = inDollars.ReplaceAllStringFunc(source, func(s string) string {
		return portable(strings.ReplaceAll(inTeX(s), "−", "-"))
	})
	return strings.TrimSpace(source)
}

var (
	inDollars = regexp.MustCompile(`(?s)\$\$.+?\$\$|\$[^$]+\$`)
	markup    = regexp.MustCompile(`</?(span|kbd)[^>]*>|<svg.*?</svg> `)
	target    = regexp.MustCompile(`\]\(([^()\s]*)\)`)
	ours      = regexp.MustCompile(`^([?#/]|\.\./|[a-z]+(-[a-z]+)*$)`)
	command   = regexp.MustCompile(`\\[a-zA-Z]+`)
)

// Literal is plain text as Markdown that shows it letter by letter, in one paragraph: none
// of it is emphasis, a link, an image, a list, a heading, a tag, code, or a formula. What
// formulas begin with stands in an element of its own: notebooks look for formulas in what
// Markdown has become, where a backslash before it is gone, but not across elements.
//
// Source: CommonMark 0.31, sections 2.4 and 2.5; GitHub Flavored Markdown 0.29, section 6.9,
// on addresses that are links by themselves.
func Literal(text string) string {
	text = literal.Replace(strings.Join(strings.Fields(text), " "))
	text = named.ReplaceAllString(text, `$1\.`)
	if m := opening.FindStringSubmatchIndex(text); m != nil {
		text = text[:m[2]] + `\` + text[m[2]:]
	}
	return text
}

var (
	literal = strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;", "$", "<span>&#36;</span>", `\`, "<span>&#92;</span>",
		"`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "|", `\|`, "@", `\@`, "://", `\://`,
	)
	// named is a host that is a link by itself.
	named = regexp.MustCompile(`(?i)\b(www)\.`)
	// opening is what begins a heading, a list or a rule at the beginning of a paragraph.
	opening = regexp.MustCompile(`^(?:[0-9]{1,9})?([-+#=.)])`)
)

// question is what an exercise asks, with what there is to choose from, or to order as the page has it at first.
func question(body string, e *Exercise) string {
	asked, steps := "", []string(nil)
	for _, p := range marked(body, exerciseMarks...) {
		switch p.mark {
		case "":
			asked += p.text + "\n"
		case "- [ ] ", "- [x] ":
			choice, _ := cutMistake(p.text)
			asked += "\n- " + choice
		case "1. ":
			steps = append(steps, p.text)
		}
	}
	if e != nil && len(steps) == len(e.Steps) {
		for _, place := range e.Order() {
			asked += "\n- " + steps[place]
		}
	}
	return asked
}

// brokenCases is a list of broken states, each with what went wrong.
func brokenCases(body string) string {
	list := ""
	for _, item := range marked(body, "- ") {
		if item.mark == "" {
			continue
		}
		parts := marked(item.text, ": ")
		list += "- " + parts[0].text
		if len(parts) > 1 {
			list += "\n\n  " + strings.ReplaceAll(parts[1].text, "\n", "\n  ")
		}
		list += "\n\n"
	}
	return list
}

// unlinked takes the links out that lead into the course, and leaves their words.
func unlinked(source string) string {
	for from := 0; ; {
		at := target.FindStringSubmatchIndex(source[from:])
		if at == nil {
			return source
		}
		start, end, to := from+at[0], from+at[1], source[from+at[2]:from+at[3]]
		open := start // the bracket that the words begin with
		for depth := 1; open > 0 && depth > 0; {
			open--
			switch source[open] {
			case ']':
				depth++
			case '[':
				depth--
			}
		}
		from = end
		if !strings.HasPrefix(to, "http") && source[open] == '[' {
			source, from = source[:open]+source[open+1:start]+source[end:], start-1
		}
	}
}

// portable writes TeX without the course's own commands: [Macros] as their bodies, and of
// \class{t-fit}{x} the x.
func portable(tex string) string {
	var b strings.Builder
	for {
		at := command.FindStringIndex(tex)
		if at == nil {
			return b.String() + tex
		}
		before, name := tex[:at[0]], tex[at[0]:at[1]]
		tex = tex[at[1]:]
		body, ours := Macros[name]
		arguments := strings.Count(body, "#")
		switch {
		case name == `\class`:
			body, arguments = "#2", 2
		case name == `\T`: // brings its own ^, and both spellings are read
			before = strings.TrimSuffix(before, "^")
		case !ours:
			body = name
		}
		for i := range arguments {
			var argument string
			argument, tex = argumentOf(tex)
			body = strings.ReplaceAll(body, fmt.Sprint("#", i+1), portable(argument))
		}
		b.WriteString(before + body)
	}
}

// argumentOf is what a command takes: a group without its braces, a command or one sign.
func argumentOf(tex string) (argument, rest string) {
	tex = strings.TrimLeft(tex, " \n")
	if at := command.FindStringIndex(tex); at != nil && at[0] == 0 {
		return tex[:at[1]], tex[at[1]:]
	}
	depth := 0
	for i, r := range tex {
		switch {
		case i > 0 && tex[i-1] == '\\':
		case r == '{':
			depth++
		case r == '}':
			depth--
		}
		if depth == 0 {
			return strings.TrimSuffix(strings.TrimPrefix(tex[:i+len(string(r))], "{"), "}"), tex[i+len(string(r)):]
		}
	}
	return tex, ""
}
