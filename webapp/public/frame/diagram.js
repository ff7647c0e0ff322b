// Draws one diagram from an agent's text. This page runs in a sandbox without an origin, without network and without
// anything to find; all that it ever tells the page around it is how large the drawing is, or why there is none.
(() => {
  const tell = (message) => parent.postMessage(message, '*');

  // The app's own colours, in the notation that the library reads.
  const LIGHT = {
    primaryColor: '#eef1fb',
    primaryTextColor: '#20242e',
    primaryBorderColor: '#8a94b8',
    lineColor: '#5a6274',
    edgeLabelBackground: '#f6f7f9',
  };
  const DARK = {
    darkMode: true,
    background: '#12151a',
    primaryColor: '#232b40',
    primaryTextColor: '#e8eaf0',
    primaryBorderColor: '#6d7ba3',
    lineColor: '#9aa4b8',
    edgeLabelBackground: '#1a1e26',
  };

  async function draw({ content, isDark }) {
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
    document.body.style.margin = '0';
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      theme: 'base',
      themeVariables: isDark ? DARK : LIGHT,
      fontFamily: 'system-ui, sans-serif',
      maxTextSize: 50_000,
      maxEdges: 500,
    });
    const { svg } = await mermaid.render('diagram', content, document.body);
    const drawing = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
    document.body.replaceChildren(drawing);
    drawing.style.display = 'block';
    drawing.style.marginInline = 'auto';
    const { width, height } = drawing.viewBox.baseVal;
    tell({ type: 'shown', width, height });
  }

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data?.content !== 'string') return;
    draw(data).catch((error) => tell({ type: 'failed', message: String(error?.message ?? error) }));
  });

  tell({ type: 'ready' });
})();
