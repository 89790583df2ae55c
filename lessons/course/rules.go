package course

// The rules of a lesson. Package coursetest holds every lesson to them; a draft is
// exempt from those that count and order, not from being right.
//
// Two more are not numbers. Whatever stands in an address, a figure is drawn in time
// and nobody reads NaN; and the snippets beside a figure, in Python, R and Go, give the
// figure's numbers in every state.
const (
	// MinWords and MaxWords are how much is read before the exercises, formulas left
	// out: five to eight minutes of reading alone. Shorter, a lesson is a remark;
	// longer, it is two.
	MinWords, MaxWords = 900, 1650

	// MinExercises and MaxExercises: fewer do not tell whether one has understood, and
	// more are not done. Each has a hint and a solution.
	MinExercises, MaxExercises = 3, 5

	// MinLinks is how many states of its figures a lesson links to at least: what
	// the prose claims, the reader sees with one click.
	MinLinks = 10

	// MinMinutes is how long a lesson takes at least, with its exercises.
	MinMinutes = 5

	// PlanMinutes is how long the plan for the teacher takes, and MinPlanLinks how many states
	// it has at least, with those that are prepared.
	PlanMinutes, MinPlanLinks = 10, 3

	// MinAsks is how many notes tell the teacher what to ask and say, beside the plan and wrong
	// answers.
	MinAsks = 4

	// MinRoute and MaxRoute are how many screens the short way of a lesson has on the
	// projector, the parts of an example counted one by one: what a class goes through
	// in ten minutes. Each has a note for the teacher. Prose that these rest on is not
	// counted.
	MinRoute, MaxRoute = 7, 12

	// MinShort and MaxShort are how many screens a short way has that is written, and
	// MinShortMinutes and MaxShortMinutes how long it takes.
	MinShort, MaxShort               = 8, 14
	MinShortMinutes, MaxShortMinutes = 8, 12

	// MaxSlideWords is what a slide says, a formula read as one word.
	MaxSlideWords = 45

	// MaxLine is how many letters the line has that asks a prediction over its figures, and
	// how many its choices have there: each fits on a line of a laptop's picture.
	MaxLine = 100

	// MaxOpenControls is how many controls of a figure are open when it is first
	// seen. The others stand under "more": see [More].
	MaxOpenControls = 4

	// LeastMisses is how many near misses and how many hints an exercise for practice has at least.
	LeastMisses = 2

	// MinValues is how many of the figure's numbers a snippet gives at least, as the
	// figure opens: fewer may agree by chance.
	MinValues = 4

	// OpenNumbers is how many numbers of a figure are in sight, each with its meaning a
	// tap away. The others stand under "more numbers".
	OpenNumbers = 3

	// MaxScreenWords is what a class reads from the last row, on a screen of more
	// than one paragraph.
	MaxScreenWords = 110
)

// Order is the order of the parts that each lesson has; others may stand between
// them. The picture comes before any prose on it, the reader guesses before moving
// it, and the theorem comes when its point has been seen. Beside these a lesson has a
// margin that says how the lectures write the same, and shows all of its figures.
func Order() []string {
	return []string{"figure", "predict", "figure", "sentence", "worked", "proof", "break",
		"exercise", "explain", "code", "sources"}
}
