package rkhs

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

var statements = []coursetest.Statement{
	{"notes 5.1", "a Hilbert space: real or complex, complete for the distance of its inner product",
		"vector space, real or complex, with an inner product, that is *complete* in its norm"},
	{"notes 5.1", "Cauchy sequences converge", "Cauchy sequences converge in it"},
	{"notes 5.1", "the linear kernel used properties of an inner product only",
		"the proof for the linear kernel needs only what every inner product has"},
	{"notes 5.1", "an inner product of features is positive semi-definite",
		`$\sum c_i c_j k(x_i, x_j) = \norm{\sum c_i \varphi(x_i)}^2 \ge 0$`},
	{"notes 5.1", "Aronszajn's theorem: the converse",
		"Aronszajn: *every* kernel is such an inner product in some feature space"},
	{"notes 5.1", "the proof in the finite case",
		`proves it for finitely many points, with $\varphi(x_i) = (\sqrt{\lambda_l}\,(u_l)_i)_l$`},
	{"notes 5.1", "forget Φ, work with kernel evaluations", `one can forget $\varphi$ and work with values of $k$`},
	{"notes 5.2", "one of the spaces is a space of functions, x ↦ k_x",
		`One of these spaces consists of functions, and $\varphi(x)$ is $k_x = k(x, \cdot)$`},
	{"notes 5.2", "x ↦ (t ↦ xt): linear functions",
		`that is $t \mapsto xt$, and the space holds the straight lines through 0`},
	{"notes 5.2", "definition: k_x in the space, and the reproducing property",
		"is a **reproducing kernel Hilbert space** (RKHS)"},
	{"notes 5.2", "RKHS if and only if evaluation is continuous",
		`$\Hil$ is an RKHS if and only if $f \mapsto f(x)$ is continuous for each $x$`},
	{"notes 5.2", "proof ⇒ by Cauchy–Schwarz",
		`If $f_n \to f$, then $\abs{f_n(x) - f(x)} \le \norm{f_n - f}\sqrt{k(x, x)} \to 0$`},
	{"notes 5.2", "‖k_x‖² = k(x, x), so |f(x)| ≤ ‖f‖ √k(x, x)",
		`Then $\norm{k_x}^2 = k(x, x)$, so $\abs{f(x)} \le \norm f \sqrt{k(x, x)}$`},
	{"notes 5.2", "proof ⇐ by Riesz", "By Riesz’s theorem there is an"},
	{"notes 5.2", "the functional is f ↦ f(x), not x ↦ f(x)",
		`$x \mapsto f(x)$ where our $L_x\colon f \mapsto f(x)$ is meant`},
	{"notes 5.2", "k(x, y) = ℓ_y(x)", `Put $k(x, y) = \ell_y(x)$`},
	{"notes 5.2", "unique kernel, and unique space",
		"An RKHS has only one reproducing kernel, and a kernel belongs to only one RKHS"},
	{"notes 5.2", "proof of the unique kernel", `Two kernels $k$, $k'$ of one space`},
	{"notes 5.2", "psd if and only if reproducing",
		"$k$ is positive semi-definite if and only if it is a reproducing kernel"},
	{"notes 5.2", "the completion of H₀", `$\Hil_0 = \{\sum_i \alpha_i k_{x_i}\}$`},
	{"notes 5.2", "Φ and H for free", `$\varphi$ and $\Hil$ come for free`},
	{"notes 5.2", "(xᵀy)² = ⟨xxᵀ, yyᵀ⟩_F", `$(x\T y)^2 = \langle xx\T, yy\T\rangle_F$`},
	{"notes 5.2", "the functions Σ aᵢ k(xᵢ, ·)", `\langle \sum_i a_i x_i x_i\T, xx\T\rangle_F$: a quadratic`},
	{"notes 5.2", "the spectral theorem", "Every symmetric $S$ is such a sum"},
	{"notes 5.2", "candidate: f_S = xᵀSx with ⟨S, S′⟩_F", `$\langle f_S, f_{S'}\rangle = \langle S, S'\rangle_F$`},
	{"notes 5.2", "a Hilbert space, isomorphic to the symmetric matrices",
		"the space is that of the symmetric matrices: of finite dimension, so complete"},
	{"notes 5.2", "the reproducing property checked",
		`$\langle f_S, k_y\rangle = \langle S, yy\T\rangle_F = y\T S y = f_S(y)$`},
	{"notes 5.3", "d_H", `$d_{\mathcal H}(x, y)^2 = k(x, x) - 2k(x, y) + k(y, y)$`},
	{"notes 5.1", "min is a kernel (on x ≥ 0, which they leave out)",
		`below zero it is no kernel: $\min(-1, -1) = -1$`},
	{"Lecture 6", "k ≥ 0 is required (it need not be)", "it need not be"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }
