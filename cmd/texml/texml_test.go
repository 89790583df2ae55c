package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/lessons/course"
)

func loaded(t *testing.T) *temml {
	t.Helper()
	root := course.Must(moduleRoot())
	return course.Must(load(root))
}

// hard formulas reach every branch of tidy, and every construct that the
// lessons are expected to use.
var hard = []string{
	`\hat f = \argmin_{f \in \Hil}\; ` +
		`\frac1n \sum_{i=1}^n \bigl(y_i - f(x_i)\bigr)^2 + \class{t-lambda}{\lambda}\,\norm{f}^2`,
	`\left(\frac{\sqrt{1+\frac{x^2}{2}}}{\sum_{i=1}^n \alpha_i}\right)^{-1} \sqrt[3]{x}`,
	`\hat f, \tilde\alpha, \bar y, \widehat{\K}, \widetilde{AB}, \overline{xy}, \vec v, \dot x, \underline{z}, ` +
		`e^{\hat f_{\tilde x}}`,
	`\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} \begin{bmatrix} a \\ b\end{bmatrix} \begin{vmatrix} a & b\\ c& ` +
		`d\end{vmatrix}`,
	`\begin{aligned} a &= b + c \\ &= d & e&=f \end{aligned}`,
	`f(x) = \begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}`,
	`\underbrace{\Phi\T\Phi}_{d \times d} + \overbrace{A}^{n}`,
	`\exp\!\left(-\frac{\norm{x-y}^2}{2\ell^2}\right)`,
	`\bigl[ \Bigl( \biggl\{ \Biggl\| x \Biggr\| \biggr\} \Bigr) \bigr]`,
	`\int_0^1 f(x)\,\d x = \prod_{j=1}^p \E[x_j] \qquad \Var(x) \le \infty`,
	`\mathcal{H} \mathscr{L} \mathbb{R}^p \boldsymbol{\alpha} \mathbf{x} \mathrm{tr} \mathbf{\Phi}`,
	`\binom{p+q}{q} = \tbinom{n}{k} + \dfrac12 + \tfrac12`,
	`\lim_{\ell \to \infty} \max_i \argmax_x \inf \sup`,
	`x \succeq 0, A \preceq B, x \perp y, x \mapsto y \longmapsto z \iff w \implies u`,
	`\underset{x}{\min} \overset{!}{=} \stackrel{\text{def}}{=} \xrightarrow{n \to \infty}`,
	`x' , f'' , \hat f' , x'^2, \varphi(x')\T`,
	`\phantom{x} \quad \qquad \, \: \; \! \ \enspace`,
	`\left\{ x \;\middle|\; y \right\}, \{x \given y\}, \left.\frac{d}{dx}\right|_{x=0}`,
	`\inner{\varphi(x)}{\varphi(y)}_{\Hil} \Inner{\frac ab}{c} \Norm{\frac ab} \abs{x}`,
	`\begin{array}{c|cc} a & b & c\\ \hline d & e & f\end{array}`,
	`\begin{smallmatrix} a & b \\ c & d \end{smallmatrix} \sum_{\substack{i<j \\ k}} x`,
	`\lfloor x \rfloor \lceil y \rceil \ldots \cdots \vdots \ddots`,
	`96{,}560{,}646 \approx 10^{8}, \hbar, \partial \nabla \forall x \exists y \emptyset \pm \mp \propto \sim ` +
		`\simeq \cong`,
	`\displaystyle\sum_i \textstyle\sum_i {\scriptstyle x} \smash{x} a:b a\colon b a \defeq b`,
}

func TestHardFormulas(t *testing.T) {
	tm := loaded(t)
	for _, tex := range hard {
		for _, display := range []bool{false, true} {
			s, err := tm.mathML(tex, display)
			if err != nil {
				t.Error(err)
				continue
			}
			again, err := parse(s)
			if err != nil {
				t.Errorf("%s: %v in %s", tex, err, s)
				continue
			}
			var b strings.Builder
			again.write(&b)
			if b.String() != s {
				t.Errorf("%s: reading and writing changes\n%s\nto\n%s", tex, s, b.String())
			}
			if strings.Contains(s, " style=") {
				t.Errorf("%s: a style attribute in %s", tex, s)
			}
			if strings.Contains(s, "merror") || strings.HasPrefix(s, `<math display="block"`) != display {
				t.Errorf("%s: %s", tex, s)
			}
		}
	}
}

func TestMathML(t *testing.T) {
	tm := loaded(t)
	for _, test := range []struct {
		tex, want string
		display   bool
	}{
		{tex: `\ell`, want: `<math><mi>ℓ</mi></math>`},
		{tex: `\ell`, display: true, want: `<math display="block"><mi>ℓ</mi></math>`},
		{tex: `\class{t-bandwidth}{\ell}^2`,
			want: `<math><msup><mi class="t-bandwidth">ℓ</mi><mn>2</mn></msup></math>`},
		{tex: `\class{t-lambda}{n\lambda}`, want: `<math><mrow class="t-lambda"><mi>n</mi><mi>λ</mi></mrow></math>`},
		{tex: `f(x)`,
			want: `<math><mi>f</mi><mrow><mo stretchy="false">(</mo><mi>x</mi><mo ` +
				`stretchy="false">)</mo></mrow></math>`},
		{tex: `\K\T`, want: `<math><msup><mi>𝐊</mi><mi>⊤</mi></msup></math>`},
		{tex: `\K^\T`, want: `<math><msup><mi>𝐊</mi><mi>⊤</mi></msup></math>`},
		{tex: `x'`, want: `<math><mi>x</mi><mo lspace="0em" rspace="0em" class="tml-sml-pad">′</mo></math>`},
		{tex: `a < b`, want: `<math><mi>a</mi><mo>&lt;</mo><mi>b</mi></math>`},
		{tex: `x_{i=1}`,
			want: `<math><msub><mi>x</mi><mrow><mi>i</mi><mo lspace="0" ` +
				`rspace="0">=</mo><mn>1</mn></mrow></msub></math>`},
		{tex: `(x, \cdot)`,
			want: `<math><mo stretchy="false">(</mo><mi>x</mi><mo>,</mo><mo form="prefix" stretchy="false" ` +
				`lspace="0" rspace="0">⋅</mo><mo stretchy="false">)</mo></math>`},
		{tex: `a \cdot b`, want: `<math><mi>a</mi><mo>⋅</mo><mi>b</mi></math>`},
		{tex: `\tr H`, want: `<math><mi>tr</mi><mo>` + "\u2061" + `</mo><mspace width="0.1667em"/><mi>H</mi></math>`},
	} {
		got, err := tm.mathML(test.tex, test.display)
		if err != nil {
			t.Error(err)
		} else if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s:\n%s", test.tex, diff)
		}
	}
}

// What cannot be shown says so, with the formula and the reason.
func TestRefused(t *testing.T) {
	tm := loaded(t)
	for tex, reason := range map[string]string{
		`\frac{1`:               "Unexpected end of input",
		`\nonsense`:             `\nonsense`,
		`\left( x`:              `\right`,
		`x^a^b`:                 "Double superscript",
		`\textcolor{red}{x}`:    `unknown style "color:#ff0000"`,
		`\boxed{x}`:             `unknown style "padding:3pt"`,
		`\href{http://a.b}{x}`:  `\href`,
		`\style{color:red}{x}`:  `\style`,
		`\mathfrak{A}`:          "static/fonts/subset.py",
		`\class{other}{\alpha}`: `unknown class "other"`,
	} {
		s, err := tm.mathML(tex, false)
		if err == nil {
			t.Errorf("%s gave %s", tex, s)
		} else if !strings.HasPrefix(err.Error(), tex+": ") || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: the error is %q, want the formula and %q", tex, err, reason)
		}
	}
}

// A formula's \def must not reach the next formula.
func TestFormulasAreIndependent(t *testing.T) {
	tm := loaded(t)
	want := course.Must(tm.mathML(`\K`, false))
	if _, err := tm.mathML(`\gdef\K{x}\K`, false); err != nil {
		t.Fatal(err)
	}
	if got, err := tm.mathML(`\K`, false); err != nil || got != want {
		t.Errorf("after \\gdef: %s, %v", got, err)
	}
}

func TestEveryMacroWorks(t *testing.T) {
	tm := loaded(t)
	for name, body := range course.Macros {
		tex := name
		for i := range strings.Count(body, "#") {
			tex += "{" + string(rune('a'+i)) + "}"
		}
		if name == `\T` {
			tex = "x" + tex
		}
		if _, err := tm.mathML(tex, false); err != nil {
			t.Error(err)
		}
	}
}

// A class that stands for a style is worth nothing without its rule.
func TestEveryClassHasARule(t *testing.T) {
	root := course.Must(moduleRoot())
	css := course.Must(os.ReadFile(root + "/static/css/math.css"))
	need := map[string]bool{}
	for c, keep := range classes {
		if keep {
			need[c] = true
		}
	}
	for _, c := range styles {
		if c != "" {
			need[c] = true
		}
	}
	for c := range need {
		if !regexp.MustCompile(`\.` + c + `[^a-z0-9-]`).Match(css) {
			t.Errorf("math.css has no rule for .%s", c)
		}
	}
	for _, m := range regexp.MustCompile(`\.((?:tml|chr|wbk)-[a-z0-9-]+)`).FindAllSubmatch(css, -1) {
		if !need[string(m[1])] {
			t.Errorf("math.css has a rule for .%s, which no formula can have", m[1])
		}
	}
}

func TestEncode(t *testing.T) {
	m := map[string]string{"i:b": `<mi>"&</mi>`, "d:a\\n": "x"}
	want := "{\n\"d:a\\\\n\": \"x\",\n\"i:b\": \"<mi>\\\"&</mi>\"\n}\n"
	got := encode(m)
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	back := map[string]string{}
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m, back); diff != "" {
		t.Error(diff)
	}
}

func TestCompare(t *testing.T) {
	file := encode(map[string]string{"i:a": "1", "i:b": "2", "i:c": "3"})
	got := compare(file, map[string]string{"i:a": "1", "i:b": "4", "i:d": "5"})
	if diff := cmp.Diff([]string{"stale: i:b", "missing: i:d", "unused: i:c"}, got); diff != "" {
		t.Error(diff)
	}
	if got := compare([]byte("{"), nil); len(got) != 1 || !strings.HasPrefix(got[0], "not JSON") {
		t.Errorf("compare with half a file says %q", got)
	}
}

// Every author's mistake is named at once, not the first alone.
func TestTranslateNamesEveryFailure(t *testing.T) {
	_, err := loaded(t).translate([]course.Formula{{TeX: `\frac{1`}, {TeX: "x"}, {TeX: `\nonsense`, Display: true}},
		nil)
	if err == nil || !strings.Contains(err.Error(), `\frac{1: `) || !strings.Contains(err.Error(), `\nonsense: `) {
		t.Errorf("translate says %v", err)
	}
}

// What was made alike is known, and not made again; what was made by other means is.
func TestTranslateKeepsWhatIsKnown(t *testing.T) {
	tm := loaded(t)
	for by, want := range map[string]string{tm.sum: "known", "others": `<math><mi>x</mi></math>`} {
		got, err := tm.translate([]course.Formula{{TeX: "x"}},
			map[string]string{madeBy: by, "i:x": "known", "i:y": "unused"})
		if diff := cmp.Diff(map[string]string{madeBy: tm.sum, "i:x": want}, got); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
	}
	if other, err := sum("", tm.glyphs); err != nil || other == tm.sum {
		t.Errorf("another library has the sum %s: %v", other, err)
	}
}
