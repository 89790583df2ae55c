package course

import (
	"bytes"
	"html"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	goldhtml "github.com/yuin/goldmark/renderer/html"
)

func TestMarkdown(t *testing.T) {
	for _, c := range []struct {
		block Block
		want  string
	}{
		{Block{Kind: "figure"}, ""},
		{Block{Kind: "prose", source: `The <span class="t-fit">curve</span> at [λ = [1]](?fit.lambda=1), ` +
			`[ridge](ridge), [here](https://example.org).`},
			"The curve at λ = [1], ridge, [here](https://example.org)."},
		{Block{Kind: "prose", source: `$$\class{t-fit}{\hat\theta} = \norm{\Phi\T y}^2, x^\T \K\alpha, \abs x, ` +
			`\class{a}{\norm{\class{b}{c_{ij}}}}, −1$$`},
			`$$\hat\theta = \lVert \Phi^{\top} y\rVert^2, x^{\top} \mathbf{K}\alpha, \lvert x\rvert, \lVert ` +
				`c_{ij}\rVert, -1$$`},
		{Block{Kind: "predict", head: "Guess", source: "Up?\nveil fit/n\n- [ ] yes\n  : No.\n- [x] no\n  : Yes.\n" +
			"? A hint.\n! A solution."}, "### Guess\n\nUp?\n\n- yes\n- no"},
		{Block{Kind: "exercise", head: "Order", source: "Prove it.\n1. one\n  : Not yet.\n1. two\n1. three",
			Exercise: &Exercise{ID: "order", Steps: make([]Step, 3)}},
			"### Order\n\nProve it.\n\n- two\n- three\n- one"},
		{Block{Kind: "break", source: "- [Far](?fit.n=1).\n: It went far."},
			"### Break it\n\n- Far.\n\n  It went far."},
		{Block{Kind: "sentence", source: "One.\nTwo."}, "> One.\n> Two."},
	} {
		if got := c.block.Markdown(); got != c.want {
			t.Errorf("%s: %q, want %q", c.block.Kind, got, c.want)
		}
	}
}

// What a reader wrote stands in Markdown as it was written: no tag comes of it but the
// paragraph's, and nothing that a notebook takes for a formula.
func TestLiteral(t *testing.T) {
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM),
		goldmark.WithRendererOptions(goldhtml.WithUnsafe()))
	spans := strings.NewReplacer("<span>", "", "</span>", "", "<p>", "", "</p>\n", "")
	for _, text := range []string{
		"", "A sentence of 3.5 words, isn't it?", "<script>alert(1)</script>", "<!-- -->", "a <b>bold</b> &amp; &lt; ©",
		"`code` and ``more`", "*a* **b** _c_ __d__ ~~e~~",
		"$x^2$ and $$y$$, 5 $", `\(x\), \[y\], \begin{align}, \`,
		"a](http://evil.example) [b](javascript:x) ![c](d) [e]", "http://evil.example WwW.evil.example a@evil.example",
		"---", "===", "- a", "+ a", "# a", "1. a", "12) a", "-0.5", "| a | b |", "a  \n\n---\n\n    b\tc", "@@0@@",
		"{{.State}} @{fact}", "「日本語」 “quoted”",
	} {
		source := Literal(text)
		var b bytes.Buffer
		if err := markdown.Convert([]byte(source), &b); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(source, "$") || strings.Contains(source, `\\`) {
			t.Errorf("%q may be taken for a formula: %q", text, source)
		}
		got, want := spans.Replace(b.String()), strings.Join(strings.Fields(text), " ")
		if strings.Contains(got, "<") || html.UnescapeString(got) != want {
			t.Errorf("%q becomes %q", text, b.String())
		}
	}
}
