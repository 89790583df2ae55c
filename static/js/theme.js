// Before the first paint: that scripts run, the theme the reader chose, and the fonts
// that the page is set in: what is shown before they come would jump when they do, and so
// would what is shown before it is read to its end. Who has waited for two and a half
// seconds since he asked for the page reads in others. A page whose script fits it to the
// screen is shown when that is done, or cannot be: all has come.
document.documentElement.classList.add("js", "held");
{
  const show = () => document.documentElement.classList.remove("held");
  const fonts = ["1em 'STIX Two Text'", "600 1em 'STIX Two Text'", "1em Inter", "1em 'STIX Two Math'", "italic 1em 'STIX Two Text'"];
  const come = Promise.all(fonts.map((font) => document.fonts.load(font)));
  const after = (ms) => new Promise((done) => setTimeout(done, ms));
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
