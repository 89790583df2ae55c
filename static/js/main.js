// What every page runs. Each script imports what it builds on; these hear of an
// event in the order they stand in, and lie over a picture in it.

import "./course.js";
import "./bar.js";
import "./progress.js";
import "./explain.js";
import "./order.js";
import "./before.js";
import "./take.js";
import "./terms.js";
import "./gloss.js";
import "./hands.js";
import "./datum.js";
import "./sketch.js";
import "./predict.js";
import "./asks.js";
import "./expression.js";
import "./film.js";
import "./tone.js";
import "./tween.js";
import "./wait.js";
import "./ahead.js";
import "./many.js";
import "./envelope.js";
import "./beside.js";
import "./own.js";
