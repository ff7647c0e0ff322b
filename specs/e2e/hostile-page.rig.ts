/** Runs in the page: opens everything that opens, so that what is inside is drawn too. */
export async function openAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const button of document.querySelectorAll<HTMLElement>('transcript-view button[aria-expanded="false"]'))
      button.click();
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Runs in the page: everything that an agent's words should not have made, and whatever lies over a question. */
export function strangersIn(): string[] {
  const FORBIDDEN =
    'script:not([src]), style, link[href*="canary"], base, meta[http-equiv], object, embed, iframe, frame, svg script, animate, set, marquee, noscript, video, source, area, portal, [srcdoc], [background], [ping], [formaction], [is]';
  const OWN_STYLES = /^(?:[-\w]+: ?[^;()]*(?:\((?!https?:|\/\/)[^()]*\))?;? ?)*$/;
  const found: string[] = [];
  const look = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(FORBIDDEN)) found.push(`<${element.localName}>`);
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) found.push(`${element.localName}[${name}]`);
        if (name === 'style' && (!OWN_STYLES.test(value) || /fixed|url\(/.test(value))) found.push(`style ${value}`);
        if ((name === 'href' || name === 'action') && !/^(?:https?:|mailto:|#|\/)/.test(value))
          found.push(`${name} ${value}`);
        if (name === 'src' && !/^(?:data:image|blob:|\/)/.test(value)) found.push(`src ${value}`);
      }
      if (element.shadowRoot) look(element.shadowRoot);
    }
  };
  look(document.querySelector('ac-app')!);
  const dock = document.querySelector('permission-dock, question-dock');
  for (const button of (dock?.shadowRoot ?? dock)?.querySelectorAll('button') ?? []) {
    const { x, y, width, height } = button.getBoundingClientRect();
    const box = dock!.getBoundingClientRect();
    const isInSight =
      width > 0 && y + height / 2 > Math.max(0, box.top) && y + height / 2 < Math.min(innerHeight, box.bottom);
    const top = isInSight ? document.elementFromPoint(x + width / 2, y + height / 2) : dock;
    if (top !== dock && !dock!.contains(top)) found.push(`covered by <${top?.localName}>`);
  }
  return found;
}
