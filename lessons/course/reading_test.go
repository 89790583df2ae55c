package course

import "testing"

func TestMarkdown(t *testing.T) {
	for _, c := range []struct {
		block Block
		want  string
	}{
		{Block{Kind: "figure"}, ""},
		{Block{Kind: "prose", source: `The <span class="t-fit">curve</span> at [λ = [1]](?fit.lambda=1), [ridge](ridge), [here](https://example.org).`},
			"The curve at λ = [1], ridge, [here](https://example.org)."},
		{Block{Kind: "prose", source: `$$\class{t-fit}{\hat\theta} = \norm{\Phi\T y}^2, x^\T \K\alpha, \abs x, \class{a}{\norm{\class{b}{c_{ij}}}}, −1$$`},
			`$$\hat\theta = \lVert \Phi^{\top} y\rVert^2, x^{\top} \mathbf{K}\alpha, \lvert x\rvert, \lVert c_{ij}\rVert, -1$$`},
		{Block{Kind: "predict", head: "Guess", source: "Up?\nveil fit/n\n- [ ] yes\n  : No.\n- [x] no\n  : Yes.\n? A hint.\n! A solution."}, "### Guess\n\nUp?\n\n- yes\n- no"},
		{Block{Kind: "break", source: "- [Far](?fit.n=1).\n: It went far."}, "### Break it\n\n- Far.\n\n  It went far."},
		{Block{Kind: "sentence", source: "One.\nTwo."}, "> One.\n> Two."},
	} {
		if got := c.block.Markdown(); got != c.want {
			t.Errorf("%s: %q, want %q", c.block.Kind, got, c.want)
		}
	}
}
