// Shows one image of someone else's server, after a person has asked for it. This page runs in a sandbox without an
// origin and without credentials; all that it tells the page around it is how large the image is, or that there is none.
(() => {
  const tell = (message) => parent.postMessage(message, '*');

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data?.content !== 'string') return;
    document.documentElement.style.colorScheme = data.isDark ? 'dark' : 'light';
    document.body.style.margin = '0';
    const image = new Image();
    image.referrerPolicy = 'no-referrer';
    image.style.display = 'block';
    image.style.width = '100%';
    image.onload = () => tell({ type: 'shown', width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => tell({ type: 'failed', message: 'The server did not send an image.' });
    image.src = data.content;
    document.body.replaceChildren(image);
  });

  tell({ type: 'ready' });
})();
