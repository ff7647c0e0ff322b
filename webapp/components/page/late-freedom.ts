type RenderFreedom = typeof import('./render-freedom.js').renderFreedom;

let render: RenderFreedom | null = null;

/** What says that agents act without asking; null until it is loaded, and `onceHere` is called when it is. */
export function freedomRenderer(onceHere: () => void): RenderFreedom | null {
  if (render) return render;
  void import('./render-freedom.js').then(
    (module) => {
      render = module.renderFreedom;
      onceHere();
    },
    () => {
      // The next update tries again.
    },
  );
  return null;
}
