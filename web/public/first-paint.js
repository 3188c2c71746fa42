// Theme and language before the first paint, so that nothing flashes; the app takes over from here.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("palissade") || "{}");
  } catch (_) {
    // Without storage, the system decides.
  }
  var dark = kept.theme === "dark" || (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.lang = kept.language || (/^fr/i.test(navigator.language) ? "fr" : "en");
})();
