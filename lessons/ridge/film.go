package ridge

import "github.com/gramophone-course/gramophone/lessons/course"

// film has the price go from nothing to far too much, and the two coefficients with it.
var film = []course.Shot{
	{Says: "Degree 12 through 15 points: the curve swings wildly.", State: "fit",
		Panels: "curve"},
	{Says: "Put a price λ on the coefficients, and it calms down.", State: "fit?lambda=1e-8",
		Panels: "curve", Moves: "lambda", To: "0.001"},
	{Says: "Too high a price, and it gives up what the data show.", State: "fit?lambda=0.001",
		Panels: "curve", Moves: "lambda", To: "10"},
	{Says: "Where loss and penalty touch is θ: a price pulls it to 0.", State: "objective?lambda=0.01",
		Panels: "plane path", Moves: "lambda", To: "30"},
}
