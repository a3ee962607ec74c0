/**
 * `measureTurned.ts CASE SEED [EPISODES]`: plants a fault into one agent of a recorded run's team, asks who spoiled and who saved a
 * sample of its episodes, and prints a {@link TurnedRow} as JSON.
 */
import { fault, FaultError } from '../../../src/core/faults.ts';
import { commandFaults } from '../../../src/words/words.ts';
import { main } from '../../kit/console.ts';
import { trainedTeam } from '../trainedTeam.ts';
import { measureFault } from './faultyTeam.ts';
import { TURNED, TURNED_SAMPLE, turnedId } from './report.ts';

await main(async () => {
  const [id = '', seed = '', sample = String(TURNED_SAMPLE)] = process.argv.slice(2);
  const chosen = TURNED.find((one) => turnedId(one) === id);
  if (!chosen) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'results', wrong: 'project', given: id }));
  const context = await trainedTeam(chosen);
  await context.environment.load(context.document.environment.source);
  process.stdout.write(`${JSON.stringify(await measureFault(context, chosen, Number(seed), Number(sample)))}\n`);
});
