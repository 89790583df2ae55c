// Before the first paint: that scripts run, the theme the reader chose, and the fonts
// that the page is set in: what is shown before they come would jump when they do. Who
// waits longer than a second and a half reads in another font. A page whose script fits
// it to the screen is shown when that is done.
document.documentElement.classList.add("js", "held");
{
  const show = () => document.documentElement.classList.remove("held");
  const fonts = ["1em 'STIX Two Text'", "600 1em 'STIX Two Text'", "1em Inter", "1em 'STIX Two Math'", "italic 1em 'STIX Two Text'"];
  const come = Promise.all(fonts.map((font) => document.fonts.load(font)));
  if (!("fitted" in document.documentElement.dataset)) come.then(show, show);
  setTimeout(show, 1500);
}
try {
  const theme = localStorage.getItem("gramophone.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* no storage: the system's theme */ }
