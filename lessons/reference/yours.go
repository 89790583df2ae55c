package reference

// whyNot says of each figure that takes no table of a reader's own why it does not.
var whyNot = map[string]string{
	"feature-maps/count":                 countsOnly,
	"feature-maps/project":               byHand,
	"ridge/bottles":                      wines,
	"ridge/objective":                    byHand,
	"approximation-error/budget":         needsTruth,
	"approximation-error/learning":       needsTruth,
	"approximation-error/ball":           needsTruth,
	"woodbury/blocks":                    countsOnly,
	"woodbury/race":                      timed,
	"woodbury/proof":                     byHand,
	"kernel-trick/digits":                images,
	"kernel-trick/exploder":              byHand,
	"kernel-trick/race":                  timed,
	"gram-matrix/moved":                  "It turns and shifts points that are made around the middle of its plane.",
	"psd-kernels/zoo":                    ofKernels,
	"kernel-algebra/builder":             ofKernels,
	"kernel-algebra/rules":               ofKernels,
	"kernel-algebra/series":              ofKernels,
	"mercer/taylor":                      ofKernels,
	"rkhs/function":                      readings,
	"rkhs/bounds":                        readings,
	"rkhs/quadratics":                    byHand,
	"representer-theorem/attack":         byHand,
	"representer-theorem/l1":             byHand,
	"representer-theorem/losses":         needsTruth,
	"representer-theorem/semiparametric": flights,
	"bandwidth/arrows":                   ofKernels,
	"finding-gold/map":                   land,
	"finding-gold/drill":                 land,
	"finding-gold/weights":               land,
	"kernel-logistic-regression/trust":   needsTruth,
	"kernel-logistic-regression/classes": "It is about three species of irises, and its questions name them.",
	"string-kernels/gram":                sentences,
	"string-kernels/lengths":             sentences,
	"string-kernels/classify":            sentences,
	"string-kernels/edit":                sentences,
	"large-n/cost":                       timed,
	"large-n/approximate":                "It draws as many points as it is asked for, more than a table may have.",
	"large-n/digits":                     images,
}

// Reasons that several figures have.
const (
	byHand     = "It works a few numbers that are small enough to be followed by hand."
	countsOnly = "It counts and measures, and fits nothing to data."
	needsTruth = "It compares a fit with the truth that its data were made from, which nobody knows of a table."
	timed      = "It measures time on data that are made in the sizes it asks for."
	ofKernels  = "It is about kernels alone, and fits nothing to data."
	readings   = "It is about functions with a norm that is known, at a few readings."
	flights    = "It is about the 23 flights before the accident of the Space Shuttle."
	wines      = "It is about twenty wines, and its questions name their measures."
	images     = "It is about images of handwritten digits."
	land       = "It is about one flood plain, with its map and its river."
	sentences  = "It is about sentences, and tables have numbers."
)

// WhyNotYours is why a figure takes no table of a reader's own, in a sentence; "" of one that
// does, or that nobody has said it of.
func WhyNotYours(lesson, figure string) string { return whyNot[lesson+"/"+figure] }
