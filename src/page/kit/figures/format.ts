/** Numbers as people read them: three significant digits, a true minus sign, and a dash for what is not known. */
export { formatBytes } from '../../../core/formatBytes.ts';

/** `value` with three significant digits; very large and very small ones in powers of ten. */
export function formatNumber(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const magnitude = Math.abs(value);
  if (Number.isInteger(value) && magnitude < 1e6) return withMinus(String(value));
  if (magnitude < 1e-3 || magnitude >= 1e6) return withMinus(value.toExponential(1));
  return withMinus(magnitude >= 1000 ? value.toFixed(0) : value.toPrecision(3));
}

/** The same with its sign always written, for signed quantities. */
export function formatSigned(value: number | null | undefined): string {
  const written = formatNumber(value);
  return value !== null && value !== undefined && value > 0 ? `+${written}` : written;
}

/** A number beside an axis: as short as it can be. */
export function formatTick(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-3 || magnitude >= 1e6)) return withMinus(value.toExponential(0));
  if (magnitude >= 1e4) return withMinus(`${Number((value / 1000).toPrecision(3))}k`);
  return withMinus(String(Number(value.toPrecision(3))));
}

function withMinus(text: string): string {
  return text.replaceAll('-', '−');
}
