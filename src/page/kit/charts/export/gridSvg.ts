/** A table of coloured numbers as an SVG file: a heat strip, a matrix. Colours are written into it, nothing is fetched. */
import { escaped, label, type Paint, type SvgFile } from './svg.ts';

export interface GridCell {
  readonly text: string;
  /** `#rrggbb`; absent for no colour. */
  readonly fill?: string;
}

export interface GridPicture {
  readonly title: string;
  readonly unit: string;
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly GridCell[] }[];
}

const PADDING = 14;
const HEAD = 46;
const ROW = 24;
/** Mean width of a letter at 12 pixels: nothing can be measured in a file. */
const LETTER = 6.6;

export function gridSvg({ title, unit, note, columns, rows }: GridPicture, paint: Paint): SvgFile {
  const names = Math.max(...rows.map(({ name }) => name.length), 4) * LETTER + 12;
  const widths = columns.map(
    (column, index) => Math.max(column.length, ...rows.map(({ cells }) => cells[index]?.text.length ?? 0)) * LETTER + 16,
  );
  const starts = widths.map((_, index) => names + widths.slice(0, index).reduce((sum, width) => sum + width, 0));
  const across = names + widths.reduce((sum, width) => sum + width, 0);
  const width = Math.ceil(2 * PADDING + Math.max(across, LETTER * Math.max(unit.length, note.length, title.length * 1.3)));
  const height = PADDING + HEAD + ROW * (rows.length + 1) + (note ? 24 : 0) + PADDING;
  const middle = (index: number) => (starts[index] ?? 0) + (widths[index] ?? 0) / 2;
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(paint.font)}" font-size="12" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${paint.surface}"/>`,
    label(PADDING, PADDING + 13, title, paint.ink, 'font-size="15" font-weight="600"'),
    label(PADDING, PADDING + 32, unit, paint.dimmed),
    `<g transform="translate(${PADDING} ${PADDING + HEAD})">`,
    ...columns.map((column, index) => label(middle(index), 16, column, paint.dimmed, 'text-anchor="middle"')),
    ...rows.flatMap(({ name, cells }, row) => {
      const top = ROW * (row + 1);
      return [
        label(0, top + 16, name, paint.ink),
        ...cells.flatMap(({ text: written, fill }, index) => [
          fill ? `<rect x="${starts[index]}" y="${top}" width="${(widths[index] ?? 0) - 2}" height="${ROW - 2}" fill="${fill}"/>` : '',
          label(middle(index), top + 16, written, paint.ink, 'text-anchor="middle"'),
        ]),
      ];
    }),
    label(0, ROW * (rows.length + 1) + 18, note, paint.dimmed, 'font-size="11"'),
    '</g>',
    '</svg>',
  ];
  return { text: text.filter(Boolean).join('\n'), width, height };
}
