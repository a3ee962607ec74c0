/** How long iterations on a server are by latency, calls under way and lag: our client in virtual time (Qwen3-8B). */
import { KEEPING_VERSIONS } from '../../../test/support/tinkerServer/keepingVersions.ts';
import { SKYRL_JAX } from '../../../test/support/tinkerServer/skyrlJax.ts';
import { type Row, report, shown } from '../../rows.ts';
import { MODELS, type Model, partsOf, stepSeconds, tokensOfPass, WORK, type Work } from '../../scale/hardware.ts';
import { simulate } from '../../scale/simulate.ts';

const [, LARGE] = MODELS as readonly [Model, Model];

/** Tokens that one simulated token stands for: latency knows no tokens, and a million need not be made for it. */
const STANDS_FOR = 50;
const SIMULATED: Work = { ...WORK, tokens: WORK.tokens / STANDS_FOR };

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
  for (const inFlight of [32, 256, 1024])
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

report([...(await latencies()), ...(await lags())]);
