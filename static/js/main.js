// What every page runs. Each script imports what it builds on, and so runs after it. Among those
// that do not build on each other the order counts where they hear of the same:
//
// - before.js and others read where a new picture has its curves, and tween.js, later, puts them back
//   to where they fly from;
// - hands.js, datum.js, sketch.js lie over a picture, each over those before it;
// - progress.js puts a reader's answers back before order.js sorts by them and asks.js tells them.

import "./states.js";
import "./keys.js";
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
