// Runs before the first paint, so that a chosen theme never flashes. A file of its own, because the
// page's policy forbids inline scripts.
(() => {
  try {
    const { theme, density } = JSON.parse(localStorage.getItem('acdeck.look') ?? '{}');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    if (density === 'compact') document.documentElement.dataset.density = density;
  } catch {
    // An unreadable preference is no preference.
  }
})();
