/** Numbers of the museum's tables: three digits that matter, powers of ten where there are many zeros. */

export function shownNumber(value: number): string {
  if (Math.abs(value) < 1e-12) return '0';
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e6) return value.toExponential(1).replace('-', '−').replace('+', '');
  return (size >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3)))).replace('-', '−');
}
