/** Which iterations' episodes a command is about. */
import { fault, FaultError } from '../../../src/core/faults.ts';
import { iterationsIn } from '../../../src/core/formats/runPaths.ts';
import { commandFaults } from '../../../src/words/words.ts';
import { wholeNumber } from '../project.ts';
import type { TerminalRun } from './storedRun.ts';

/** All that are kept, or those of `--iterations`, which must be; ascending as they were asked for. */
export function chosenIterations(text: string | undefined, { paths, folder }: Pick<TerminalRun, 'paths' | 'folder'>): readonly number[] {
  const kept = iterationsIn(paths, 'rollout');
  if (kept.length === 0) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'no rollouts', folder }));
  if (text === undefined) return kept;
  const asked = text.split(',').map((part) => wholeNumber(part.trim() || 'nothing', '--iterations') ?? 0);
  const missing = asked.find((iteration) => !kept.includes(iteration));
  if (missing === undefined) return asked;
  throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'iteration', folder, iteration: missing, kept }));
}
