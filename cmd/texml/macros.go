package main

// macros are the course's own commands, in the notation of every lesson: K, Φ
// and I are matrices and bold only where a lesson's text is (K, I, 1); x, y, α
// and θ stay plain italics.
//
// A command with arguments counts them by its #1, #2.
var macros = map[string]string{
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

	// Norms, inner products and other fences. The starred forms stretch.
	`\norm`:   `\lVert #1\rVert`,
	`\Norm`:   `\left\lVert #1\right\rVert`,
	`\abs`:    `\lvert #1\rvert`,
	`\inner`:  `\langle #1,#2\rangle`,
	`\Inner`:  `\left\langle #1,#2\right\rangle`,
	`\given`:  `\mid`,
	`\defeq`:  `\coloneqq`,
	`\d`:      `\mathrm{d}`,
	`\psd`:    `\succeq 0`,
	`\Normal`: `\mathcal{N}`,

	// Operators that LaTeX lacks.
	`\argmin`: `\operatorname*{arg\,min}`,
	`\argmax`: `\operatorname*{arg\,max}`,
	`\diag`:   `\operatorname{diag}`,
	`\tr`:     `\operatorname{tr}`,
	`\rank`:   `\operatorname{rank}`,
	`\cond`:   `\operatorname{cond}`,
	`\spanof`: `\operatorname{span}`,
	`\sign`:   `\operatorname{sign}`,
	`\median`: `\operatorname{median}`,
	`\dof`:    `\operatorname{df}`,
	`\E`:      `\operatorname{\mathbb{E}}`,
	`\Var`:    `\operatorname{Var}`,
}
