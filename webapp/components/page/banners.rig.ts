/** All banners over a session, whichever element draws them. */
export function bannersOver(app: Element): HTMLElement[] {
  const place = app.querySelector('session-view .banners');
  const groups = [...(place?.querySelectorAll('connection-banner, news-banners, session-freedom') ?? [])];
  return [place, ...groups.map(({ shadowRoot }) => shadowRoot)].flatMap((root) => [
    ...(root?.querySelectorAll<HTMLElement>('.banner') ?? []),
  ]);
}
