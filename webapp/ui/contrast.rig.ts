const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;

/** The contrast of an element's text to what is painted behind it, as WCAG counts it. */
export function contrastOf(element: Element): number {
  const [ink, ground] = [luminance(getComputedStyle(element).color), luminance(groundOf(element))];
  return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
}

function groundOf(element: Element): string {
  const { backgroundColor } = getComputedStyle(element);
  const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' || backgroundColor === 'transparent';
  return isClear && element.parentElement ? groundOf(element.parentElement) : backgroundColor;
}

/** The browser itself says what it paints for a colour. */
function luminance(colour: string): number {
  canvas.fillStyle = '#000';
  canvas.fillRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
