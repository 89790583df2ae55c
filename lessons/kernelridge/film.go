package kernelridge

import "github.com/gramophone-course/gramophone/lessons/course"

// film has bumps add up, and the price go up.
var film = []course.Shot{
	{Says: "Each reading gets a bump; their sum is the fit.", State: "fit?terms=0",
		Panels: "curve", Moves: "terms", To: "24"},
	{Says: "λ is the price of the curve. At none it follows the noise.", State: "fit?lambda=1e-12",
		Panels: "curve"},
	{Says: "As the price rises, the fit gets calm.", State: "fit?lambda=1e-12",
		Panels: "curve", Moves: "lambda", To: "0.01"},
	{Says: "At a high price it no longer follows the data.", State: "fit?lambda=0.01",
		Panels: "curve", Moves: "lambda", To: "10"},
}
