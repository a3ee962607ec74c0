/**
 * CSV (RFC 4180). A number is written as JavaScript writes it, which reads back to the very same one; what is not known is an
 * empty field. Spreadsheets take a text that begins with `=`, `+`, `-` or `@` for a formula and run it, and names of roles and
 * words of models may be anybody's: such a text gets an apostrophe in front, which they read as “this is text”
 * (OWASP, *CSV Injection*).
 */

/** Rows as the text of a file. */
export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

export type CsvValue = string | number | null | undefined;

/** One field. */
export function csvField(value: CsvValue): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = harmless(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A plain number stays one, whoever wrote it. */
function harmless(text: string): string {
  const plainNumber = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);
  return /^[=+\-@\t\r]/.test(text) && !plainNumber ? `'${text}` : text;
}
