/**
 * `npm run compare-weights -- --run DIR [--text FILE] [--tokens N] [--base [NAME=]DIR|hf:MODEL …] [--backend …] [--workers N] [--reproducible]
 * [--json]`: what holding a run's bases in fewer bits changes, as KL per token between each base as its folder stores it and the form it was
 * trained in. The tokens are those of the run's newest episodes, prompts included, or those of a text.
 */
import { parseArgs } from 'node:util';
import { fault, FaultError } from '../../src/core/faults.ts';
import { COMPARED_TOKENS } from '../../src/core/formats/runs/weightDifference.ts';
import { commandFaults } from '../../src/words/words.ts';
import { main, printJson, printText, ProgressLine } from '../kit/console.ts';
import { backendFlag, ENGINE_FLAGS, engineOptions } from '../kit/engineFlags.ts';
import { hubListener, withHubBases } from '../kit/hub/hubBases.ts';
import { wholeNumber } from '../kit/project.ts';
import { readRun } from '../kit/run/storedRun.ts';

await main(async () => {
  const { values } = parseArgs({
    options: {
      run: { type: 'string' },
      text: { type: 'string' },
      tokens: { type: 'string' },
      json: { type: 'boolean', default: false },
      ...ENGINE_FLAGS,
    },
  });
  if (!values.run) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'compare-weights', wrong: 'no run' }));
  const tokens = wholeNumber(values.tokens, '--tokens', 1) ?? COMPARED_TOKENS;
  const run = await readRun(values.run);
  if (run.document.team.weights === 'f32')
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'compare-weights', wrong: 'f32', folder: values.run }));
  const say = (message: string) => printText(`${message}\n`);
  const { base } = await withHubBases(
    run.document,
    values.base,
    false,
    hubListener(new ProgressLine(), (_code, message) => say(message)),
  );
  const options = engineOptions({ ...values, base }, run.folder, run.reproducible);

  // Only now: what is refused before needs none of it.
  const { compareWeights } = await import('../weights/compareWeights.ts');
  const backend = backendFlag(values.backend ?? run.backend);
  for (const found of await compareWeights(run, { backend, options, tokens, text: values.text })) {
    printJson(found);
    if (!values.json)
      say(
        `${found.base} in ${found.form}: KL per token from the stored weights ${found.kl_mean.toPrecision(3)} nats on average, ${found.kl_max.toPrecision(3)} at most, over ${found.tokens} tokens of ${found.source}.`,
      );
  }
});
