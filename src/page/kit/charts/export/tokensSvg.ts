/** A transcript as an SVG file: under each speaker's name the tokens, each on its shade. Colours are written into it, nothing is fetched. */
import { escaped, label, type Paint, type SvgFile } from './svg.ts';

export interface DrawnToken {
  readonly text: string;
  /** A line break follows. */
  readonly breaks: boolean;
  /** `#rrggbb`; absent for no shade. */
  readonly fill?: string;
  /** Strength of the shade, 0 to 1. */
  readonly strength: number;
}

export interface TranscriptPicture {
  readonly title: string;
  /** A line below the title that says what it is of, and one about the scale. */
  readonly notes: readonly string[];
  readonly messages: readonly { readonly name: string; readonly color: string; readonly tokens: readonly DrawnToken[] }[];
}

/** Sizes of the lines, pixels. */
const WIDTH = 860;
const PADDING = 14;
const NOTE = 16;
const ROW = 24;
const BOX = 20;
const SPACE = 2;
/** Width of a letter, pixels: 13 pixels high and of one width, but nothing can be measured in a file. */
const LETTER = 7.9;
const NAME = 24;
const GAP = 8;

/** Letters of East Asia and pictures are twice as wide as others. */
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]|\p{Extended_Pictographic}/gu;

/** Width of a token's box. */
function widthOf(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return (Array.from(text).length + wide) * LETTER + 6;
}

export function tokensSvg({ title, notes, messages }: TranscriptPicture, paint: Paint): SvgFile {
  const drawn: string[] = [];
  let y = PADDING + 26 + notes.length * NOTE;
  for (const { name, color, tokens } of messages) {
    drawn.push(label(PADDING, y + 15, name, color, 'font-size="13" font-weight="600"'));
    y += NAME;
    let x = 0;
    for (const { text, breaks, fill, strength } of tokens) {
      const width = widthOf(text);
      if (x > 0 && x + width > WIDTH) {
        x = 0;
        y += ROW;
      }
      const at = `x="${(PADDING + x).toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BOX}" rx="3"`;
      if (fill && strength > 0) drawn.push(`<rect ${at} fill="${fill}" fill-opacity="${strength.toFixed(2)}"/>`);
      drawn.push(`<rect ${at} fill="none" stroke="${paint.line}"/>`);
      drawn.push(label(PADDING + x + 3, y + 14, text, paint.ink, 'font-size="13" font-family="monospace" xml:space="preserve"'));
      x += width + SPACE;
      if (breaks) {
        x = 0;
        y += ROW;
      }
    }
    y += (x > 0 ? ROW : 0) + GAP;
  }
  const [width, height] = [WIDTH + 2 * PADDING, y + PADDING];
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(paint.font)}" font-size="12" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${paint.surface}"/>`,
    label(PADDING, PADDING + 13, title, paint.ink, 'font-size="15" font-weight="600"'),
    ...notes.map((note, index) => label(PADDING, PADDING + 30 + index * NOTE, note, paint.dimmed, 'font-size="11"')),
    ...drawn,
    '</svg>',
  ];
  return { text: text.filter(Boolean).join('\n'), width, height };
}
