// Before the first paint: that scripts run, and the theme the reader chose.
document.documentElement.classList.add("js");
try {
  const theme = localStorage.getItem("gramophone.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* no storage: the system's theme */ }
