package api

// What a request may bring, each with its reason.
const (
	MaxBody = 8 << 20 // bytes, by contract; 2000 points of 200 inputs each in full

	MaxPoints  = 2000   // of x: an exact fit factors an n×n matrix, 32 MB
	maxNew     = 10_000 // of x_new, which is treated a block at a time
	maxName    = 100    // letters of a name that an error repeats
	maxLetters = 2000   // of one string: a subsequence kernel takes a table of its square
	maxText    = 400_000
	maxLength  = 20   // of substrings and subsequences
	maxStrings = 2e10 // length·(Σ letters)², what subsequence kernels cost, some 20 seconds
	maxSeed    = 1 << 53

	maxResponses = 100 // of each point; to choose one λ for all costs 121 products of a matrix for each
)

// asymmetry is what two halves of a Gram matrix may differ by, of its largest entry: more than what is lost
// where it was computed, less than what anybody means by it.
const asymmetry = 1e-9
