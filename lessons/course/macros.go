package course

// Macros are the course's own commands, and with them the notation of every
// lesson: of matrices and vectors only K, I and 1 are bold; Φ, x, y, α and θ are
// not. A command takes as many arguments as its body has of #1, #2.
var Macros = map[string]string{
	// Sets and spaces.
	`\R`:   `\mathbb{R}`,
	`\N`:   `\mathbb{N}`,
	`\Hil`: `\mathcal{H}`, // the RKHS
	`\X`:   `\mathcal{X}`, // the set of inputs

	// Matrices and vectors with fixed names.
	`\K`:    `\mathbf{K}`, // the Gram matrix, n×n
	`\I`:    `\mathbf{I}`,
	`\ones`: `\mathbf{1}`, // n ones
	`\T`:    `^{\top}`,    // brings its own ^: \Phi\T\alpha

	// Norms, inner products and other fences. The capital ones stretch.
	`\norm`:  `\lVert #1\rVert`,
	`\Norm`:  `\left\lVert #1\right\rVert`,
	`\abs`:   `\lvert #1\rvert`,
	`\inner`: `\langle #1,#2\rangle`,
	`\Inner`: `\left\langle #1,#2\right\rangle`,

	// Signs.
	`\given`:  `\mid`,
	`\defeq`:  `\coloneqq`,
	`\d`:      `\mathrm{d}`, // of an integral
	`\Normal`: `\mathcal{N}`,

	// Operators that LaTeX lacks.
	`\argmin`: `\operatorname*{arg\,min}`,
	`\argmax`: `\operatorname*{arg\,max}`,
	`\diag`:   `\operatorname{diag}`,
	`\tr`:     `\operatorname{tr}`,
	`\rank`:   `\operatorname{rank}`,
	`\cond`:   `\operatorname{cond}`,
	`\Span`:   `\operatorname{span}`,
	`\sign`:   `\operatorname{sign}`,
	`\median`: `\operatorname{median}`,
	`\dof`:    `\operatorname{df}`,
	`\E`:      `\operatorname{\mathbb{E}}`,
	`\Var`:    `\operatorname{Var}`,
}
