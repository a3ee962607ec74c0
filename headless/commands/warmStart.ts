/**
 * `npm run warm-start -- [project.json] [--preset NAME] [--name NAME] [--from FILE|RUN] [--threshold R] [--out DIR]
 * [--trains new_base|base|adapters] [--right P] [--tokens N] [--target R] [--seed S] [--backend …] [--workers N]
 * [--reproducible] [--data FILE …] [--json]`: warms a team up by supervised fine-tuning, on the environment's demonstrations, on a file of
 * episodes or on the good rollouts of a run. Writes a Hugging Face folder, or one PEFT folder per role.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { baseNames } from '../../src/core/document/bases.ts';
import { parseHubName } from '../../src/core/formats/models/hub/hubName.ts';
import { PRESETS } from '../../src/core/document/presets/presets.ts';
import { type ProjectDocument, type WarmStartSettings, warmStartSchema } from '../../src/core/document/schema.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import type { Remedy } from '../../src/core/health/types.ts';
import type { WarmStartEvent } from '../../src/session/warmStart/warmStart.ts';
import { commandFaults, pathFaults, flagFaults } from '../../src/words/words.ts';
import { installWebGpu } from '../../scripts/testing/webgpu-node.ts';
import { unpackedProject } from '../kit/carriedProject.ts';
import { main, printJson, ProgressLine } from '../kit/console.ts';
import { LOCK, withLock } from '../kit/run/lock.ts';
import { Stop } from '../kit/run/stop.ts';
import { DATA_FLAGS, dataFlags, withData } from '../kit/data.ts';
import { projectRoot, writeFolderWhole } from '../kit/folders.ts';
import { backendFlag, ENGINE_FLAGS, engineOptions } from '../kit/engineFlags.ts';
import { hubListener, withHubBases } from '../kit/hub/hubBases.ts';
import { givenBy } from '../pretrain/given.ts';
import { RECIPES } from '../pretrain/recipe.ts';
import { chooseProject, projectHome } from '../kit/project.ts';

const WHAT = { new_base: 'a new base', base: 'the base further', adapters: 'adapters' } as const;
const ENDED = { target: 'The target is reached', tokens: 'The tokens are used up', stopped: 'Stopped' } as const;

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      preset: { type: 'string' },
      name: { type: 'string' },
      from: { type: 'string' },
      threshold: { type: 'string' },
      trains: { type: 'string' },
      right: { type: 'string' },
      tokens: { type: 'string' },
      target: { type: 'string' },
      seed: { type: 'string' },
      ...ENGINE_FLAGS,
      ...DATA_FLAGS,
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const line = new ProgressLine();
  const tell = values.json ? tellJson : telling(line);
  const hub = hubListener(line, (code, message) => tell({ type: 'notice', level: 'info', code, message }));
  const file = await unpackedProject(positionals[0], (message) => tell({ type: 'notice', level: 'info', code: 'unpacked', message }));
  const bases = await withHubBases(chooseProject({ file, preset: values.preset }), values.base, true, hub);
  const { document, rows } = withData(bases.document, dataFlags(values));
  const settings = withFlags(document.warmStart, values);
  if (values.threshold !== undefined && values.from === undefined)
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'warm-start', wrong: 'threshold without from' }));
  const name = values.name ?? nameOf(document, settings);
  const out = values.out ?? shippedFolder(document, values.preset, settings, name);
  const train = async (): Promise<void> => {
    if (values.out && readdirSync(out).some((name) => name !== LOCK))
      throw new FaultError(fault(pathFaults, 'E_OUT_EXISTS', { out, run: null }));
    const { bases: filesOf, ...engineSettings } = engineOptions({ ...values, base: bases.base }, projectHome(file));
    const names = baseNames(document);
    const folders = new Map(
      names.filter((base) => settings.trains !== 'new_base' || base !== document.team.base).map((base) => [base, filesOf(base, names)]),
    );
    const backend = backendFlag(values.backend);
    const given = values.from === undefined ? {} : await givenBy(values.from, thresholdFlag(values.threshold), settings.seed, bases.base);

    // Only now: what is refused before needs none of it.
    const [{ startEngine }, { openBase }, { createSandbox }, { formFor, warmStart }, { requireWarmRoom }, { BACKEND_FILES, MACHINE }] =
      await Promise.all([
        import('../../src/session/team/backend.ts'),
        import('../../src/session/team/base.ts'),
        import('../../src/session/sandbox/node.ts'),
        import('../../src/session/warmStart/warmStart.ts'),
        import('../../src/session/warmStart/room.ts'),
        import('../kit/host.ts'),
      ]);
    const opened = [...folders].map(([base, files]) => openBase(base, files, formFor(document, settings)));
    if (backend === 'webgpu' || backend === 'tfjs-webgpu') await installWebGpu();
    const environment = createSandbox();
    const { engine, report } = await startEngine(backend, BACKEND_FILES, {
      workers: Math.min(4, availableParallelism()),
      weights: formFor(document, settings),
      kvCache: document.team.kvCache,
      room: (on) =>
        requireWarmRoom({ ...document, warmStart: settings }, opened, environment, on, { rows, fewerWorkers: true, machine: MACHINE }),
      ...engineSettings,
    });
    const stop = new Stop((signal) => line.print(`${signal}: the training ends here, and what there is by now is written.`));
    let heeds = false;
    if (!values.json) line.print(`Warm start of “${document.name}” (${WHAT[settings.trains]}) on ${report.backend} (${report.device}).`);
    const result = await warmStart({
      document,
      bases: opened.map((base) => base.read()),
      baseFiles: folders.get(document.team.base),
      environment,
      rows,
      engine,
      fewerWorkers: true,
      settings,
      name,
      ...given,
      stop: () => stop.signal !== null,
      onEvent: (event) => {
        // Not while the environment is loaded, which may never end.
        if (event.type === 'warm_step' && !heeds) stop.heed();
        heeds ||= event.type === 'warm_step';
        tell(event);
      },
    });
    line.end();
    await writeFolderWhole(out, result.files);
    engine.dispose();
    const { sampled, standardError, greedy } = result.card.evaluation;
    const { missed } = result;
    if (values.json) printJson({ ended: result.ended, name: result.name, out, ...result.card.evaluation, missed: missed?.why ?? null });
    else {
      line.print(
        `${ENDED[result.ended]}: reward ${sampled.toFixed(3)} ± ${standardError.toFixed(3)} sampled, ${greedy.toFixed(3)} greedy. Wrote ${out}`,
      );
      if (missed) line.print(`${missed.why}\n  Try: ${missed.remedies.map(inTerminal).join(' ')}`);
    }
  };
  await withLock(out, (code, message) => tell({ type: 'notice', level: 'warning', code, message }), train);
});

/** What to try, with the setting and its value where a click sets it in the page. */
const inTerminal = ({ text, warm }: Remedy): string => (warm ? `${text.replace(/\.$/, '')} (${warm.id} ${warm.value}).` : text);

function tellJson(event: WarmStartEvent): void {
  if (event.type === 'warm_step') printJson(event.step);
  else if (event.type === 'warm_evaluation') printJson({ evaluation: event.evaluation });
  else if (event.type === 'notice') printJson({ notice: event.code, message: event.message });
}

function telling(line: ProgressLine): (event: WarmStartEvent) => void {
  const started = performance.now();
  return (event) => {
    if (event.type === 'notice') line.print(event.message);
    else if (event.type === 'warm_step') {
      const { tokens, responseLoss, accuracy } = event.step;
      const speed = Math.round(tokens / ((performance.now() - started) / 1000));
      line.show(tokens, event.budget, `loss ${responseLoss.toFixed(3)}  accuracy ${accuracy.toFixed(2)}  ${speed} tokens/s`);
    } else if (event.type === 'warm_evaluation') {
      const { step, tokens, heldOut, sampled, standardError, greedy } = event.evaluation;
      const kept = heldOut ? `held-out loss ${heldOut.loss.toFixed(3)}, accuracy ${heldOut.accuracy.toFixed(2)}, ` : '';
      line.print(
        `step ${step}, ${tokens} tokens: ${kept}reward ${sampled.toFixed(2)} ± ${standardError.toFixed(2)} sampled, ${greedy.toFixed(2)} greedy`,
      );
    }
  };
}

type Flags = Readonly<Partial<Record<'trains' | 'right' | 'tokens' | 'target' | 'seed', string>>>;

/** The document's settings with those of the command line in their place. */
function withFlags(own: WarmStartSettings, flags: Flags): WarmStartSettings {
  let settings = own;
  for (const key of ['trains', 'right', 'tokens', 'target', 'seed'] as const) {
    const text = flags[key];
    if (text === undefined) continue;
    const parsed = warmStartSchema.safeParse({ ...settings, [key]: key === 'trains' ? text : text === '' ? text : Number(text) });
    if (!parsed.success) {
      const said = parsed.error.issues[0]?.message ?? 'invalid';
      throw new FaultError(
        fault(commandFaults, 'E_FLAG', { command: 'warm-start', wrong: 'setting', flag: `--${key}`, given: text, said }),
      );
    }
    settings = parsed.data;
  }
  return settings;
}

/** A new base is the team's own; the present one trained further is another. */
function nameOf({ team }: ProjectDocument, { trains }: WarmStartSettings): string {
  return trains === 'base' ? `${parseHubName(team.base)?.id.split('/')[1] ?? team.base}-warm` : team.base;
}

/** Where a shipped project's own base lies; every other result needs a folder. */
function shippedFolder(document: ProjectDocument, preset: string | undefined, { trains }: WarmStartSettings, name: string): string {
  const { base } = document.team;
  const others = Object.entries(PRESETS).filter(([id]) => id !== preset);
  const shared = others.some(([, { project }]) => project({ source: '' }).team.base === base);
  const recipe = Object.values(RECIPES).some((made) => made.name === base);
  if (preset !== undefined && trains === 'new_base' && name === base && !shared && !recipe)
    return join(projectRoot, 'public', 'models', name);
  throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'warm-start', wrong: 'no out', recipe: recipe ? base : null }));
}

function thresholdFlag(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (text !== '' && Number.isFinite(value)) return value;
  throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'number', flag: '--threshold', given: text }));
}
