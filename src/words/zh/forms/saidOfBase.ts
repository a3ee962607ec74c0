/** What is said in Chinese of a base that is not here, in the faults of page and terminal alike. */
import { type SaidOfBase, shortPrint } from '../../forms/saidOfBase.ts';

const amount = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1e3))} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(2)} GB`;

/** A sentence that follows another; nothing where nothing was told. */
export function saidOfBaseZh(told: SaidOfBase | null | undefined): string {
  const facts = [
    ...(told?.bytes ? [`大小为 ${amount(told.bytes)}`] : []),
    ...(told?.sha256 ? [`指纹以 ${shortPrint(told.sha256)} 开头`] : []),
  ];
  return facts.length === 0 ? '' : `按项目的记录，它${facts.join('，')}。`;
}
