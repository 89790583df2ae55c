//go:build !race

package site

import (
	"fmt"
	"strings"
	"testing"
)

// contrasts lists what is seen of a page, or of a part of it, with too little contrast to what
// it stands on, by the colours in force: words below 4.5:1, large ones below 3:1, and marks of
// pictures below 3:1. Left out are, as in plots.TestMarksStandOut, the grid, a lift's stems,
// washes with an outline, the dots of emblems, what stands on an image, which brings a rim, and
// what steps back while a datum is pointed at or a sketch is drawn: it is looked at where none is.
const contrasts = `((part) => {
	const root = typeof part === "string" ? document.querySelector(part) : part;
	const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true }), known = new Map();
	const rgba = (css) => {
		if (!known.has(css)) {
			canvas.clearRect(0, 0, 1, 1);
			canvas.fillStyle = css;
			canvas.fillRect(0, 0, 1, 1);
			const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
			known.set(css, [r, g, b, a / 255]);
		}
		return known.get(css);
	};
	const over = (a, b, alpha) => a.slice(0, 3).map((v, i) => alpha * v + (1 - alpha) * b[i]);
	const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) =>
		(v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((s, v, i) => s + v * [0.2126, 0.7152,
		0.0722][i], 0);
	const ratio = (a, b) => { const [x, y] = [light(a), light(b)]; return (Math.max(x, y) + 0.05) / (Math.min(x,
		y) + 0.05); };
	const ground = (el) => {
		for (let e = el; e; e = e.parentElement) {
			const c = rgba(getComputedStyle(e).backgroundColor);
			if (c[3] > 0.99) return c;
			if (c[3] > 0) return over(c, ground(e.parentElement ?? document.documentElement), c[3]);
		}
		return rgba(getComputedStyle(document.body).backgroundColor);
	};
	const opacity = (el) => { let o = 1; for (let e = el; e;
		e = e.parentElement) o *= Number(getComputedStyle(e).opacity); return o; };
	const seen = (el) => el.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
		el.getBoundingClientRect().width > 1;
	const bad = new Set(), say = (el, what, c, at) => c < at &&
		bad.add(el.tagName + "." +
			(el.getAttribute("class") ?? el.parentElement.getAttribute("class") ?? "") +
			" " + what + " " + c.toFixed(2));
	for (const svg of root.querySelectorAll("svg.plot")) {
		if (!seen(svg)) continue;
		const paper = ground(svg), image = svg.querySelector("image");
		for (const el of svg.querySelectorAll("path, rect, circle, text")) {
			const s = getComputedStyle(el), name = [el.getAttribute("class"),
				el.parentElement.getAttribute("class")].join(" ");
			if (s.opacity < 1 && el.matches(".points, .others, .stems-heads, .bumps, .rings")) continue;
			if (image && !el.matches("text") || /grid|stems|dots/.test(name) && !/heads|high/.test(name) ||
				el.closest("defs, clipPath, mask, .sketching .key")) continue;
			for (const what of ["stroke", "fill"]) {
				if (s[what] === "none" || s[what].startsWith("url") || el.matches("text") &&
					what === "stroke") continue;
				if (image && ["var(--mark)", "var(--mark-outline)"].some((t) =>
					(el.closest("[" + what + "]") ?? el).getAttribute(what) === t)) continue;
				const c = rgba(s[what]), alpha = c[3] * Number(s[what + "Opacity"]) * opacity(el);
				if (what === "fill" && alpha <= 0.25 || alpha === 0 || ratio(c, paper) < 1.01) continue;
				say(el, what, ratio(over(c, paper, alpha), paper),
					el.matches("text") ? (parseFloat(s.fontSize) >= 24 ? 3 : 4.5) : 3);
			}
		}
	}
	const walk = document.createTreeWalker(root.body ?? root, NodeFilter.SHOW_TEXT);
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		const el = n.parentElement;
		if (!n.data.trim() || el.closest("svg, script, [aria-disabled=true], :disabled, [inert], .sr, .skip, .black") ||
			!seen(el)) continue;
		const s = getComputedStyle(el), g = ground(el), c = rgba(s.color), size = parseFloat(s.fontSize);
		if (g[3] === 0) continue;
		say(el, "words “" + n.data.trim().slice(0, 20) + "”", ratio(over(c, g, c[3] * opacity(el)), g), size >= 24 ||
			size >= 18.66 && Number(s.fontWeight) >= 700 ? 3 : 4.5);
	}
	return [...bad].join("; ");
})`

// standsOut fails for what is seen of a part of the page with too little contrast, in both
// themes, with what is hidden of a deck in sight, and leaves the page as it was. What waits for
// an answer, or has just had it, is pale for a moment.
func (p *tab) standsOut(root, where string) {
	p.Helper()
	p.until(`document.querySelector(".busy") === null && ` +
		`!document.getAnimations().some((a) => a instanceof CSSTransition)`)
	eval[any](p, `(() => {
		window.unhidden = [...document.querySelectorAll(":is(.stage, .screen)[hidden]")];
		unhidden.forEach((el) => { el.hidden = false; });
	})()`)
	for _, theme := range []string{"light", "dark"} {
		eval[any](p, fmt.Sprintf(`document.documentElement.dataset.theme = %q`, theme))
		if bad := eval[string](p, contrasts+"("+root+")"); bad != "" {
			p.Errorf("%s, %s: %s", where, theme, strings.ReplaceAll(bad, "; ", "\n\t"))
		}
	}
	eval[any](p, `(() => {
		delete document.documentElement.dataset.theme;
		unhidden.forEach((el) => { el.hidden = true; });
	})()`)
}

// The ghost of a move, a sketch and what is pointed at stand out, in both themes. That words
// and marks do so on every page and on the projector, TestBrowserLessons and
// TestBrowserScreensFit say.
func TestBrowserContrast(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage+"?fit.at=7&fit.resampled=1")
	p.slide("fit", "bandwidth", 45, "bandwidth=10&at=7&resampled=1")
	p.until(`document.querySelector("#fit .before .ghost") !== null`)
	p.standsOut("document", krrPage)
}
