/** Whether the bases of a shared project are those that it tells of: another of the same name trains another team. */
import { toldBase } from '../../core/document/bases.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { type Fault, fault } from '../../core/faults.ts';
import { remarkFaults } from '../../words/words.ts';
import { type BaseModel, fingerprintOf } from './base.ts';

/** What is to be said of those that are not; nothing is read of bases that the document tells no fingerprint of, or that are not held here. */
export async function unlikeTold(document: ProjectDocument, bases: readonly BaseModel[]): Promise<readonly Fault[]> {
  const compared = bases.map(async (base): Promise<readonly Fault[]> => {
    const told = toldBase(document, base.name)?.sha256 ?? null;
    if (told === null || base.weights.size === 0) return [];
    const found = await fingerprintOf(base);
    return found === told ? [] : [fault(remarkFaults, 'E_BASE_UNLIKE', { name: base.name, found, told })];
  });
  return (await Promise.all(compared)).flat();
}
