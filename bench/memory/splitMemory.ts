/**
 * `tsx bench/memory/splitMemory.ts DIR`: one iteration of the micro project on a model in f32 that one WebAssembly memory cannot hold, such as
 * `bench/makeModel.ts qwen3-0.6b DIR` makes: what each memory is computed to take, what it took, and the process at most.
 */
import { readFileSync } from 'node:fs';
import { readModel } from '../../headless/kit/bases.ts';
import { openSession } from '../../headless/kit/host.ts';
import { PRESETS } from '../../src/core/document/presets/presets.ts';
import { documentSchema } from '../../src/core/document/schema.ts';
import { LocalEngine } from '../../src/engine/engine.ts';
import { SplitExecutor } from '../../src/engine/executors/split/executor.ts';
import { environmentSource } from '../../src/environments/source.node.ts';
import { dryRun } from '../../src/session/play/dryRun.ts';
import { costOf } from '../../src/session/room/estimate.ts';
import { placeWork, WASM_MEMORY } from '../../src/session/room/fits.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { openBase } from '../../src/session/team/base.ts';

const files = readModel(process.argv[2] ?? '');
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
const peak = (): number => 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0);
const rss = (what: string) => console.log(`${what}: ${mb(process.memoryUsage().rss)} resident, ${mb(peak())} at most`);

const preset = PRESETS.micro.project({ source: environmentSource('arithmetic') });
const document = documentSchema.parse({
  ...preset,
  team: { ...preset.team, base: 'large' },
  training: { ...preset.training, algorithm: 'grpo', groupSize: 2, episodes: 4, entropyCoef: 0.01, evaluateEvery: 0 },
});

const base = openBase('large', files, 'f32');
const environment = createSandbox();
await environment.load(document.environment.source);
const { split } = await placeWork(document, [base], environment, { workers: 1, worker: WASM_MEMORY });
if (!split || split.count < 2) throw new Error('one memory can hold it');
const run = await dryRun(document, [base], environment, 'typical');
const alone = costOf(document, [base], run, { workers: 1 });
const parts = Array.from({ length: split.count }, (_, index) => costOf(document, [base], run, { workers: 1, part: { split, index } }));
console.log(
  `computed: ${mb(alone.memory.total)} in one memory; ${parts.map(({ memory }) => mb(memory.total)).join(' + ')} over ${split.count}`,
);
console.log(`${alone.parameters} numbers, ${alone.tokens} tokens an iteration as it is computed`);

rss('before the base is read');
const { session, report } = await openSession(document, 'wasm', undefined, { bases: () => files });
rss(`${report.device}; ${report.reason}`);
const began = performance.now();
const { metrics, episodes } = await session.iterate();
const tokens = episodes.flatMap(({ messages }) => messages).reduce((sum, one) => sum + one.prompt_ids.length + one.response_ids.length, 0);
rss(`an iteration of ${tokens} tokens in ${((performance.now() - began) / 1000).toFixed(0)} s`);
const { engine } = session;
if (!(engine instanceof LocalEngine) || !(engine.executor instanceof SplitExecutor)) throw new Error('the layers lie in one memory');
const held = engine.executor.executors.map((executor) => executor.memory().peakBytes);
console.log(`measured: ${held.map(mb).join(' + ')}, ${mb(engine.memory().peakBytes)} in all`);
for (const [name, value] of Object.entries(metrics)) if (name.endsWith('grad_norm')) console.log(`${name}: ${value}`);
session.dispose();
engine.dispose();
