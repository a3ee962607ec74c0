/**
 * `−0,5` counts as `-0.5`: as people type numbers, and as the page writes them. `4,736` is four thousand where a number of that size is asked.
 * NaN for what is none.
 */
export function numberIn(typed: string, asked = 0): number {
  const text = typed.trim().replaceAll('−', '-');
  const grouped = Math.abs(asked) >= 1000 && /^-?[1-9]\d{0,2}(?:[, ]\d{3})+$/.test(text);
  const plain = grouped ? text.replaceAll(/[, ]/g, '') : text.replace(',', '.');
  return plain === '' ? Number.NaN : Number(plain);
}
