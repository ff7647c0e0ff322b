// Runs before the first paint, so that a chosen theme never flashes. A file of its own, because the
// page's policy forbids inline scripts.
(() => {
  try {
    const { theme, density, contrast, hue } = JSON.parse(localStorage.getItem('acdeck.look') ?? '{}');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    if (density === 'compact') document.documentElement.dataset.density = density;
    if (contrast === 'high') document.documentElement.dataset.contrast = contrast;
    if (Number.isInteger(hue)) document.documentElement.style.setProperty('--hue', String(hue));
  } catch {
    // An unreadable preference is no preference.
  }
})();
