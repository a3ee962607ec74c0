/** Adapters of runs that teach: which of them are whose, and whether they are those that were chosen. */
import type { TeacherSettings } from '../../document/teacherSchema.ts';
import { Sha256 } from '../../sha256.ts';
import type { Files } from '../files.ts';
import { adapterFilesOf } from './adapters/adapterFiles.ts';

/** PEFT folders by role, of each run that teaches, by {@link teacherKey}. */
export type TeacherFiles = Readonly<Record<string, Files>>;

/** Under which the adapters of a teacher lie. */
export const teacherKey = ({ run, iteration }: Pick<TeacherSettings, 'run' | 'iteration'>): string => `${run}@${iteration}`;

/** What adapters are, all roles together: SHA-256 over their files and paths, in hexadecimal. Other files do not count. */
export function teacherFingerprint(files: Files): string {
  const hash = new Sha256();
  const adapters = Object.entries(adapterFilesOf(files)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [path, bytes] of adapters) hash.update(new TextEncoder().encode(`${path} ${bytes.length}\n`)).update(bytes);
  return hash.hex();
}
