/**
 * A server of the Tinker protocol at scale: what the client itself takes of an iteration, and how long simulated iterations are by
 * latency, calls under way and lag. Virtual time is not the machine's: only processor time is.
 */
import { KEEPING_VERSIONS } from '../../test/support/tinkerServer/keepingVersions.ts';
import { SKYRL_JAX } from '../../test/support/tinkerServer/skyrlJax.ts';
import { GPUS, MODELS, type Model, partsOf, secondsOf, stepSeconds, tokensOfPass, WORK, type Work } from '../scale/hardware.ts';
import { type Iteration, measureOverhead } from '../scale/overhead.ts';
import { simulate } from '../scale/simulate.ts';
import { type Row, report, shown } from '../rows.ts';
import { median } from '../measure.ts';

const PATH = 'client of a server';
/** The first compiles, and is not counted. */
const ITERATIONS = 4;
const [SMALL, LARGE] = MODELS as readonly [Model, Model];

/** Tokens that one simulated token stands for: latency knows no tokens, and the terminal needs not make a million for it. */
const STANDS_FOR = 50;
const SIMULATED: Work = { ...WORK, tokens: WORK.tokens / STANDS_FOR };

const rows: Row[] = [...(await overhead()), ...(await latencies()), ...(await lags())];
report(rows);

async function overhead(): Promise<Row[]> {
  const measured = (await measureOverhead({ episodes: WORK.episodes, tokens: WORK.tokens, iterations: ITERATIONS }, 256)).slice(1);
  const of = (pick: (iteration: Iteration) => number): number => median(measured.map(pick));
  const [rollout, credit, update] = [of(({ rollout }) => rollout), of(({ credit }) => credit), of(({ update }) => update)];
  const seconds = of((one) => one.rollout + one.credit + one.update);
  const bytes = of(({ sent }) => Object.values(sent).reduce((sum, call) => sum + call.bytes, 0));
  const calls = of(({ sent }) => Object.entries(sent).reduce((sum, [name, call]) => sum + (name === 'asample' ? 0 : call.calls), 0));
  const detail = `median of ${measured.length}: rollout ${shown(rollout)} s, credit ${shown(credit)} s, update ${shown(update)} s`;
  const heaps = measured.map(({ heap }) => heap);
  return [
    { path: PATH, measure: 'processor time of an iteration, 1,024 episodes of 1,000 tokens', value: seconds, unit: 's', detail },
    ...[LARGE, SMALL].flatMap((model) =>
      GPUS.map((gpus): Row => {
        const whole = secondsOf(partsOf(model, gpus, WORK, { latency: 0, calls: 0, bytes: 0 }));
        const value = (100 * seconds) / whole;
        const measure = `the same, of an iteration of ${model.name} on ${gpus} H100`;
        // The goal names no server: it is held to every one that a paper iteration was made of.
        return { path: PATH, measure, value, unit: '%', target: '≤ 5', detail: `${shown(whole)} s on paper (docs/scale.md)` };
      }),
    ),
    {
      path: PATH,
      measure: 'heap behind the last iteration against the one behind the second',
      value: (heaps.at(-1) ?? Number.NaN) / (heaps[0] ?? Number.NaN),
      unit: '×',
      target: '≤ 1.1',
      detail: `${heaps.map((heap) => heap.toFixed(0)).join(', ')} MiB after a collection; at most ${Math.max(...measured.map(({ resident }) => resident)).toFixed(0)} MiB resident`,
    },
    {
      path: PATH,
      measure: 'bytes sent in an iteration',
      value: bytes / 1e6,
      unit: 'MB',
      detail: `in ${calls} calls beside the sampling and its polls`,
    },
  ];
}

const onPaper = (inFlight: number, latency: number): number => {
  const messages = WORK.episodes * WORK.agents;
  const step = stepSeconds(LARGE, inFlight / 8, WORK.prompt + WORK.tokens / 2);
  return (messages / Math.min(inFlight, WORK.episodes)) * (2 * latency + (WORK.tokens / WORK.agents) * step);
};

const options = {
  episodes: SIMULATED.episodes,
  tokens: SIMULATED.tokens,
  iterations: 1,
  flavour: SKYRL_JAX,
  step: (sequences: number, gpus = 8) => 1000 * STANDS_FOR * stepSeconds(LARGE, sequences / gpus, WORK.prompt + WORK.tokens / 2),
  pass: (1000 * partsOf(LARGE, 8, WORK, { latency: 0, calls: 0, bytes: 0 }).forward) / 3 / tokensOfPass(SIMULATED),
};

/** Rollouts of the larger model on eight GPUs. */
async function latencies(): Promise<Row[]> {
  const found: Row[] = [];
  for (const inFlight of [32, 128, 256, 512, 1024])
    for (const latency of [0, 50, 500]) {
      const [{ rollout, most } = { rollout: Number.NaN, most: 0 }] = await simulate({ ...options, inFlight, latency });
      const predicted = onPaper(inFlight, latency / 1000);
      found.push({
        path: 'client, simulated server',
        measure: `rollout, ${inFlight} calls under way, a round trip of ${latency} ms`,
        value: rollout,
        unit: 's',
        detail: `predicted ${shown(predicted)} s; at most ${most} sequences sampled at a time`,
      });
    }
  return found;
}

/** Eight GPUs that take turns in step, or four that sample and four that train with a lag. */
async function lags(): Promise<Row[]> {
  const common = { ...options, flavour: KEEPING_VERSIONS, inFlight: 1024, latency: 50, iterations: 3 };
  const last = async (more: Partial<Parameters<typeof simulate>[0]>): Promise<number> =>
    (await simulate({ ...common, ...more })).at(-2)?.whole ?? Number.NaN;
  const inStep = await last({});
  const decoupled = { enabled: true, weightCap: 5 };
  const four = { step: (sequences: number) => options.step(sequences, 4), pass: options.pass * 2 };
  const lagging = await last({ ...four, training: { lag: 1, decoupled } });
  const apart = await last(four);
  const detail = 'Qwen3-8B, 1,024 calls under way, a round trip of 50 ms';
  return [
    {
      path: 'client, simulated server',
      measure: 'iteration in step, 8 GPUs that sample and train in turn',
      value: inStep,
      unit: 's',
      detail,
    },
    {
      path: 'client, simulated server',
      measure: 'iteration in step, 4 GPUs that sample and 4 that train',
      value: apart,
      unit: 's',
      detail,
    },
    {
      path: 'client, simulated server',
      measure: 'iteration with lag 1, 4 GPUs that sample and 4 that train',
      value: lagging,
      unit: 's',
      detail,
    },
  ];
}
