/** `−0,5` counts as `-0.5`: as people type numbers, and as the page writes them. NaN for what is none. */
export function numberIn(typed: string): number {
  const text = typed.trim().replaceAll('−', '-').replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}
