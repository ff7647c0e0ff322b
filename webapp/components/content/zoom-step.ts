const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8, 16] as const;

/** The next larger or smaller scale of an image; the same one at either end. */
export function zoomStep(now: number, by: 1 | -1): number {
  const next = by > 0 ? STEPS.find((step) => step > now + 0.01) : STEPS.findLast((step) => step < now - 0.01);
  return next ?? now;
}
