/**
 * A drawing of the page as a file of its own: every style as it is computed now is written into a copy, colours as `#rrggbb`, so
 * that it needs neither stylesheet nor variables. Title and note stand above and below.
 */
import { colorResolver, pagePaint } from './paint.ts';
import { type SvgFile, escaped } from './svg.ts';

const PADDING = 14;
const TITLE = 24;
/** Height of a line of the note, and mean width of a letter in it. */
const NOTE = 16;
const LETTER = 5.9;

/** Presentation attributes that a copy needs; colours apart. */
const STYLES = [
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'opacity',
  'fill-opacity',
  'stroke-opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
] as const;
const COLORS = ['fill', 'stroke'] as const;
/** What only means something within the page. */
const OF_THE_PAGE = ['class', 'style', 'tabindex', 'role', 'aria-label', 'aria-hidden', 'aria-pressed', 'aria-current'];

export interface FigureNaming {
  readonly title: string;
  /** A line below that says what it is of. */
  readonly note: string;
}

export function figureSvg(svg: SVGSVGElement, { title, note }: FigureNaming): SvgFile {
  const resolve = colorResolver();
  const paint = pagePaint(resolve);
  const { width: inner, height: deep } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [...svg.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((element, index) => {
    const original = originals[index];
    if (original) writeStyles(element, getComputedStyle(original), resolve);
  });
  for (const element of copy.querySelectorAll('[data-page-only]')) element.remove();
  const lines = wrapped(note, inner / LETTER);
  const below = PADDING + TITLE + Math.ceil(deep);
  const [width, height] = [Math.ceil(inner) + 2 * PADDING, below + lines.length * NOTE + PADDING];
  const serializer = new XMLSerializer();
  const drawn = [...copy.childNodes].map((child) => serializer.serializeToString(child)).join('');
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(paint.font)}" font-size="12" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${paint.surface}"/>`,
    `<text x="${PADDING}" y="${PADDING + 13}" fill="${paint.ink}" font-size="15" font-weight="600">${escaped(title)}</text>`,
    `<g transform="translate(${PADDING} ${PADDING + TITLE})">${drawn}</g>`,
    ...lines.map(
      (line, index) =>
        `<text x="${PADDING}" y="${below + (index + 1) * NOTE}" fill="${paint.dimmed}" font-size="11">${escaped(line)}</text>`,
    ),
    '</svg>',
  ];
  return { text: text.filter(Boolean).join('\n'), width, height };
}

/** `text` in lines of at most about `letters`, broken between words. */
function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function writeStyles(element: Element, computed: CSSStyleDeclaration, resolve: (color: string) => string): void {
  for (const name of OF_THE_PAGE) element.removeAttribute(name);
  for (const name of STYLES) {
    const value = computed.getPropertyValue(name);
    if (value !== '') element.setAttribute(name, value);
  }
  for (const name of COLORS) {
    const value = computed.getPropertyValue(name);
    element.setAttribute(name, value === 'none' || value === '' ? 'none' : resolve(value));
  }
}
