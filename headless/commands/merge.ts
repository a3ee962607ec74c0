/**
 * `npm run merge -- --run DIR --out DIR [--role R] [--checkpoint N|latest|best] [--dequantised] [--no-measure] [--text FILE] [--tokens N]
 * [--base [NAME=]DIR|hf:MODEL …] [--backend …] [--workers N] [--reproducible]`: an agent as a model of its own, its adapter merged into its
 * base (docs/exports.md); of all agents a folder each. Of a base that was held in fewer bits it says which numbers it took, and measures the
 * KL per token from the model that was trained.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fault, FaultError } from '../../src/core/faults.ts';
import { tookNote } from '../../src/core/formats/exports/mergedCard.ts';
import { COMPARED_TOKENS } from '../../src/core/formats/runs/weightDifference.ts';
import { commandFaults } from '../../src/words/words.ts';
import { main, printText, ProgressLine } from '../kit/console.ts';
import { backendFlag, ENGINE_FLAGS, engineOptions } from '../kit/engineFlags.ts';
import { hubListener, withHubBases } from '../kit/hub/hubBases.ts';
import { wholeNumber } from '../kit/project.ts';
import { checkpointChoice, evaluationPoint, readRun } from '../kit/run/storedRun.ts';

await main(async () => {
  const { values } = parseArgs({
    options: {
      run: { type: 'string' },
      out: { type: 'string' },
      role: { type: 'string' },
      checkpoint: { type: 'string' },
      dequantised: { type: 'boolean', default: false },
      'no-measure': { type: 'boolean', default: false },
      text: { type: 'string' },
      tokens: { type: 'string' },
      ...ENGINE_FLAGS,
    },
  });
  const { run: folder, out, role, dequantised: dequantise } = values;
  if (!folder) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-models', wrong: 'no run' }));
  if (!out) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-models', wrong: 'no out' }));
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-models', wrong: 'not free', folder: out }));
  const choice = checkpointChoice(values.checkpoint);
  const tokens = wholeNumber(values.tokens, '--tokens', 1) ?? COMPARED_TOKENS;
  const say = (_code: string, message: string) => printText(`${message}\n`);
  const run = await readRun(folder);
  const { agents, weights: form } = run.document.team;
  const roles = agents.map((agent) => agent.role);
  if (role !== undefined && !roles.includes(role))
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-models', wrong: 'role', given: role, roles }));
  if (dequantise && form === 'f32')
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-models', wrong: 'f32', folder }));
  const { iteration, files: checkpoint } = await evaluationPoint(run, choice, say);
  const { base } = await withHubBases(run.document, values.base, false, hubListener(new ProgressLine(), say));
  const options = engineOptions({ ...values, base }, run.folder, run.reproducible);
  const backend = backendFlag(values.backend ?? run.backend);

  // Only now: what is refused before needs none of it.
  const { measureMerged, mergeAgent } = await import('../weights/merge.ts');
  for (const each of role === undefined ? roles : [role]) {
    const target = role === undefined ? join(out, each) : out;
    const agent = await mergeAgent(run, each, target, { iteration, checkpoint, bases: options.bases, dequantise });
    printText(`Wrote ${target}: ${each} after iteration ${iteration}, as F32. ${tookNote(agent)}\n`, process.stdout);
    if (form === 'f32' || values['no-measure']) continue;
    const found = await measureMerged(run, agent, { backend, options, tokens, text: values.text });
    printText(
      found
        ? `KL per token of what was trained from what was written: ${found.kl_mean.toPrecision(3)} nats on average, ${found.kl_max.toPrecision(3)} at most, over ${found.tokens} tokens of ${found.source}.\n`
        : `How far that is from what was trained was not measured: there is no text of ${each} to read. Give one: --text FILE.\n`,
      process.stdout,
    );
  }
});
