// Runs before the first paint. The build puts it into the page, with the styles.
(() => {
  const root = document.documentElement;
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '{}') ?? {};
    } catch {
      // An unreadable preference is no preference.
      return {};
    }
  };

  // A chosen theme never flashes.
  const { theme, density, contrast, hue, textSize, codeSize, textFont, codeFont } = kept('acdeck.look');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (density === 'compact') root.dataset.density = density;
  if (contrast === 'high') root.dataset.contrast = contrast;
  if (Number.isInteger(hue)) root.style.setProperty('--hue', String(hue));
  if (Number.isInteger(textSize) && textSize !== 100) root.style.fontSize = `${textSize}%`;
  if (Number.isInteger(codeSize) && codeSize !== 100) root.style.setProperty('--code-scale', String(codeSize / 100));
  if (textFont) root.style.setProperty('--own-font', `"${textFont}"`);
  if (codeFont) root.style.setProperty('--own-mono', `"${codeFont}"`);

  // The early field is where the app's own will be.
  if (kept('acdeck.device').sidebar === false) root.dataset.early = 'no-sidebar';

  // A page with a keyboard begins where one writes. The first frame may come before the field was read.
  const isTouch = matchMedia('(pointer: coarse) and (hover: none)').matches;
  const focusField = () => {
    const field = document.querySelector('.early-field');
    field?.focus();
    if (!field && document.readyState === 'loading') requestAnimationFrame(focusField);
  };
  if (!isTouch) requestAnimationFrame(focusField);

  // `early-words.ts` takes the early field over, with what was typed there, and what Enter sent.
  const isEarly = ({ target }) => target instanceof HTMLTextAreaElement && target.classList.contains('early-field');
  addEventListener('compositionstart', (event) => {
    if (isEarly(event)) event.target.dataset.composing = '';
  });
  addEventListener('compositionend', (event) => {
    if (isEarly(event)) delete event.target.dataset.composing;
  });
  addEventListener('keydown', (event) => {
    if (!isEarly(event) || event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    // On a phone the Return key makes a new line.
    if (isTouch || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    if (event.target.value.trim() !== '') event.target.dataset.sent ??= event.target.value;
  });
})();
