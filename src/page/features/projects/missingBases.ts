/** The bases that a shared project needs and this browser lacks; fetched with the first project that somebody shared. */
import { baseSubject, toldBase } from '../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { type Fault, fault } from '../../../core/faults.ts';
import { baseSource } from '../../../core/share/bases.ts';
import { hubFaults, workersFaults } from '../../../words/words.ts';

/** As training would refuse each of `names`. */
export const missingBases = (document: ProjectDocument, names: readonly string[]): readonly Fault[] =>
  names.map((name) => {
    const told = toldBase(document, name);
    const about = { place: { subject: baseSubject(document, name) } };
    return baseSource(name) === 'hub'
      ? fault(hubFaults, 'E_HUB_UNKEPT', { subject: name, told }, about)
      : fault(workersFaults, 'E_BASE_MISSING', { name, told }, about);
  });
