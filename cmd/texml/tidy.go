package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A node is an element of a formula, or text where name is empty.
type node struct {
	name     string
	attrs    []xml.Attr
	text     string
	children []*node
}

// tidy rewrites Temml's output for a page with a strict
// Content-Security-Policy, and makes it small: a page shows some eighty
// formulas. What it does not know it refuses, so that a new version of Temml
// cannot slip a style into a page where it would be blanked.
func tidy(source string) (string, error) {
	root, err := parse(source)
	if err != nil {
		return "", err
	}
	if err := root.clean(); err != nil {
		return "", err
	}
	root.typeset(false)
	if len(root.children) == 1 && root.children[0].plainRow() {
		root.children = root.children[0].children // math is a row itself
	}
	var b strings.Builder
	root.write(&b)
	return b.String(), nil
}

func parse(source string) (*node, error) {
	d := xml.NewDecoder(strings.NewReader(source))
	open := []*node{{}}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		parent := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{name: token.Name.Local, attrs: slices.Clone(token.Attr)}
			parent.children = append(parent.children, n)
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			parent.children = append(parent.children, &node{text: string(token)})
		}
	}
	if top := open[0].children; len(top) == 1 && top[0].name == "math" {
		return top[0], nil
	}
	return nil, fmt.Errorf("not one math element: %s", source)
}

// elements are those of MathML Core that Temml uses, with the name they get.
var elements = map[string]string{
	"math": "math", "mfrac": "mfrac", "mi": "mi", "mn": "mn", "mo": "mo", "mover": "mover",
	"mpadded": "mpadded", "mphantom": "mphantom", "mmultiscripts": "mmultiscripts",
	"mprescripts": "mprescripts", "mroot": "mroot", "mrow": "mrow", "mspace": "mspace",
	"msqrt": "msqrt", "mstyle": "mstyle", "msub": "msub", "msubsup": "msubsup", "msup": "msup",
	"mtable": "mtable", "mtd": "mtd", "mtext": "mtext", "mtr": "mtr", "munder": "munder",
	"munderover": "munderover", "none": "none",
	"menclose": "mrow", // not in Core; its class draws the line
}

// attributes says which stay. The others say what the operator dictionary says
// anyway, or what no browser reads.
var attributes = map[string]bool{
	"accent": true, "depth": true, "display": true, "displaystyle": true, "form": true,
	"height": true, "linethickness": true, "lspace": true, "mathvariant": true, "maxsize": true,
	"minsize": true, "movablelimits": true, "rspace": true, "scriptlevel": true,
	"stretchy": true, "symmetric": true, "voffset": true, "width": true,

	"fence": false, "notation": false, "separator": false,
}

// classes says which of Temml's classes stay; math.css has a rule for each. A
// class t-… is the author's and stays too.
var classes = map[string]bool{
	"tml-left": true, "tml-right": true, // a cell's side
	"tml-jot": true, "tml-small": true, // how far rows stand apart
	"tml-overline": true, "tml-underline": true,
	"tml-sml-pad": true, "tml-med-pad": true, "tml-lrg-pad": true, // italic correction of a base
	"chr-sml": true, "chr-med": true, "chr-lrg": true, // of an accent, in Chromium
	"chr-sml-vec": true, "chr-med-vec": true, "chr-lrg-vec": true,
	"wbk-acc": true, "wbk-sml": true, "wbk-med": true, "wbk-lrg": true, // and in WebKit
	"wbk-sml-acc": true, "wbk-med-acc": true, "wbk-lrg-acc": true,
	"wbk-sml-vec": true, "wbk-med-vec": true, "wbk-lrg-vec": true,
	"tml-vec":   true,
	"tml-hat-1": true, "tml-hat-2": true, "tml-hat-3": true, "tml-hat-4": true,
	"tml-tilde-2": true, "tml-tilde-3": true, "tml-tilde-4": true,

	"tml-display": false,                                     // display="block" says it
	"tml-prime":   false, "mathcal": false, "mathscr": false, // alternates that our font lacks
}

// styles maps a declaration to the class that stands for it in math.css, or to
// "" where a rule or an attribute there already says it.
var styles = map[string]string{
	"display:block math":         "",
	"math-depth:0":               "tml-accent",
	"math-depth:2":               "", // beside scriptlevel="2"
	"margin-left:-0.1667em":      "tml-back",
	"padding-left:0em":           "tml-l0",
	"padding-left:0pt":           "tml-l0",
	"padding-right:0em":          "tml-r0",
	"padding-right:0pt":          "tml-r0",
	"padding-left:5.9776pt":      "", // half an em, what every cell has
	"padding-right:5.9776pt":     "",
	"padding-left:0.1389em":      "", // what a cell of .tml-small has
	"padding-right:0.1389em":     "",
	"padding-left:1em":           "tml-l1",
	"border-left:0.06em solid":   "tml-rule-left",
	"border-right:0.06em solid":  "tml-rule-right",
	"border-top:0.06em solid":    "tml-rule-above",
	"border-bottom:0.06em solid": "tml-rule-below",
	"padding-right:0.4em":        "", // an outer cell beside a rule
}

func (n *node) clean() error {
	if n.name == "" {
		return nil
	}
	name, ok := elements[n.name]
	if !ok {
		return fmt.Errorf("no way to show the element %s here", n.name)
	}
	n.name = name

	var kept []xml.Attr
	var class []string
	for _, a := range n.attrs {
		switch a.Name.Local {
		case "class":
			for _, c := range strings.Fields(a.Value) {
				keep, known := classes[c]
				switch {
				case keep, strings.HasPrefix(c, "t-"):
					class = append(class, c)
				case !known:
					return fmt.Errorf("unknown class %q", c)
				}
			}
		case "style":
			for declaration := range strings.SplitSeq(strings.TrimSuffix(a.Value, ";"), ";") {
				c, known := styles[declaration]
				switch {
				case c != "":
					class = append(class, c)
				case !known:
					return fmt.Errorf("unknown style %q", declaration)
				}
			}
		default:
			keep, known := attributes[a.Name.Local]
			switch {
			case !known:
				return fmt.Errorf("unknown attribute %s=%q", a.Name.Local, a.Value)
			case keep && !n.inherent(a):
				kept = append(kept, a)
			}
		}
	}
	if len(class) > 0 {
		kept = append(kept, attr("class", strings.Join(class, " ")))
	}
	n.attrs = kept

	for i, child := range n.children {
		if err := child.clean(); err != nil {
			return err
		}
		if child.name == "mpadded" && len(child.attrs) == 0 && len(child.children) == 1 {
			n.children[i] = child.children[0]
		}
	}
	return nil
}

// inherent reports whether the element has the attribute's value without it.
func (n *node) inherent(a xml.Attr) bool {
	fence := n.operator("()[]{}⟨⟩⌊⌋⌈⌉")
	switch a.Name.Local {
	case "form":
		return fence // in the operator dictionary these have one form each
	case "stretchy":
		return fence && a.Value == "true"
	case "lspace":
		return n.name == "mpadded" && strings.Trim(a.Value, "0em") == ""
	}
	return false
}

// typeset does what TeX does and browsers do not. Relations and sums stand
// close in a script, and so does the dot of k(x, ·), which is no product. And a
// prime is a prime: our font draws it raised already, so that as an exponent it
// would be raised and shrunk twice.
func (n *node) typeset(inScript bool) {
	if n.name == "msup" && n.children[1].operator("′″‴⁗") {
		n.name = "mrow"
	}
	scripts := strings.HasPrefix(n.name, "msu") || strings.HasPrefix(n.name, "mun") || n.name == "mover"
	for i, child := range n.children {
		inScript := n.name != "mstyle" && (inScript || scripts && i > 0)
		close := inScript && child.operator("=≠<>≤≥∈∉→+−×⋅∼≈:") ||
			i > 0 && child.operator("⋅") && n.children[i-1].operator("(,")
		if close && !child.has("lspace") {
			child.attrs = append(child.attrs, attr("lspace", "0"), attr("rspace", "0"))
		}
		child.typeset(inScript)
	}
}

// operator reports whether the element is one of these operators.
func (n *node) operator(these string) bool {
	return n.name == "mo" && n.content() != "" && strings.Contains(these, n.content())
}

// content is the text of an element that holds nothing else.
func (n *node) content() string {
	if len(n.children) != 1 {
		return ""
	}
	return n.children[0].text
}

func (n *node) has(name string) bool {
	return slices.ContainsFunc(n.attrs, func(a xml.Attr) bool { return a.Name.Local == name })
}

func attr(name, value string) xml.Attr { return xml.Attr{Name: xml.Name{Local: name}, Value: value} }

// plainRow reports whether the element only groups its children.
func (n *node) plainRow() bool { return n.name == "mrow" && len(n.attrs) == 0 }

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

func (n *node) write(b *strings.Builder) {
	if n.name == "" {
		escape.WriteString(b, n.text)
		return
	}
	b.WriteString("<" + n.name)
	for _, a := range n.attrs {
		b.WriteString(" " + a.Name.Local + `="`)
		escape.WriteString(b, a.Value)
		b.WriteString(`"`)
	}
	if len(n.children) == 0 {
		b.WriteString("/>") // HTML reads this so within math
		return
	}
	b.WriteString(">")
	for _, child := range n.children {
		child.write(b)
	}
	b.WriteString("</" + n.name + ">")
}
