/** The page's colours and font as plain values, for files that know nothing of the page. */
import type { Paint } from './svg.ts';

/** Turns any CSS colour, variables and mixtures included, into `#rrggbb` as it looks on the page now. */
export function colorResolver(): (color: string) => string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const probe = document.createElement('span');
  const known = new Map<string, string>();
  return (color) => {
    const found = known.get(color);
    if (found !== undefined) return found;
    document.body.append(probe);
    probe.style.color = color;
    const computed = getComputedStyle(probe).color;
    probe.remove();
    // The browser may answer in any colour space; a pixel is always red, green and blue.
    if (!context) return computed;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = computed;
    context.fillRect(0, 0, 1, 1);
    const pixel = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    const hex = `#${pixel.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    known.set(color, hex);
    return hex;
  };
}

export function pagePaint(resolve: (color: string) => string): Paint {
  return {
    font: getComputedStyle(document.body).fontFamily.replaceAll('"', "'"),
    surface: resolve('var(--surface)'),
    ink: resolve('var(--ink)'),
    dimmed: resolve('var(--mantine-color-dimmed)'),
    line: resolve('var(--line)'),
    lineStrong: resolve('var(--line-strong)'),
    alarm: resolve('var(--mantine-color-red-7)'),
  };
}
