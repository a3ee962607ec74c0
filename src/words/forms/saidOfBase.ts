/** What is said of a base that is not here, in the faults of page and terminal alike. */

export interface SaidOfBase {
  /** Null where it was not told. */
  readonly bytes: number | null;
  /** Its fingerprint, in hexadecimal; null where it was not told. */
  readonly sha256: string | null;
}

/** The digits of a fingerprint that are shown. */
export const shortPrint = (sha256: string): string => sha256.slice(0, 12);

const amount = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1e3))} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(2)} GB`;

/** A sentence with a space before it; nothing where nothing was told. */
export function saidOfBase(told: SaidOfBase | null | undefined): string {
  const facts = [
    ...(told?.bytes ? [amount(told.bytes)] : []),
    ...(told?.sha256 ? [`a fingerprint that begins with ${shortPrint(told.sha256)}`] : []),
  ];
  return facts.length === 0 ? '' : ` By what the project says it has ${facts.join(' and ')}.`;
}
