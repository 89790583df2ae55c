// Before the first paint this says that scripts run, sets the theme that the reader chose, and
// holds the page back until its fonts are there and it is read to its end, since what is shown
// sooner would jump. After two and a half seconds it is shown in other fonts. A page of the
// projector is shown when its script has fitted it to the screen, or at the latest when all
// of it has loaded.
document.documentElement.classList.add("js", "held");
{
  const show = () => document.documentElement.classList.remove("held");
  const text = "1em 'STIX Two Text'";
  const fonts = [text, `600 ${text}`, "1em Inter", "1em 'STIX Two Math'", `italic ${text}`];
  const come = Promise.all(fonts.map((font) => document.fonts.load(font)));
  const after = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
  const read = new Promise((done) => document.addEventListener("readystatechange", done, { once: true }));
  if ("fitted" in document.documentElement.dataset) {
    addEventListener("load", () => document.fonts.ready.then(() => after(0)).then(show));
    after(10_000).then(show);
  } else {
    Promise.all([Promise.race([come.catch(() => null), after(2500 - performance.now())]), read]).then(show);
  }
}
try {
  const theme = localStorage.getItem("gramophone.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* no storage: the system's theme */ }
