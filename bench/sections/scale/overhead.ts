/** What the client itself takes of an iteration on a server: processor time, heap and bytes. */
import { median } from '../../measure.ts';
import { type Row, report, shown } from '../../rows.ts';
import { GPUS, MODELS, partsOf, secondsOf, WORK } from '../../scale/hardware.ts';
import { type Iteration, measureOverhead } from '../../scale/overhead.ts';

const PATH = 'client of a server';
/** The first compiles, and is not counted. */
const ITERATIONS = 4;

report(await overhead());

async function overhead(): Promise<Row[]> {
  const measured = (await measureOverhead({ episodes: WORK.episodes, tokens: WORK.tokens, iterations: ITERATIONS }, 256)).slice(1);
  const of = (pick: (iteration: Iteration) => number): number => median(measured.map(pick));
  const [rollout, credit, update] = [of(({ rollout }) => rollout), of(({ credit }) => credit), of(({ update }) => update)];
  const seconds = of((one) => one.rollout + one.credit + one.update);
  const alone = of((one) => one.alone);
  const bytes = of(({ sent }) => Object.values(sent).reduce((sum, call) => sum + call.bytes, 0));
  const isPass = (name: string): boolean => name.startsWith('forward');
  const calls = of(({ sent }) => Object.entries(sent).reduce((sum, [name, call]) => sum + (isPass(name) ? call.calls : 0), 0));
  const detail = `median of ${measured.length}: rollout ${shown(rollout)} s, credit ${shown(credit)} s, update ${shown(update)} s`;
  const small = await measureOverhead({ episodes: WORK.episodes / 4, tokens: WORK.tokens, iterations: 10 }, 256);
  const heapOf = (some: readonly Iteration[]): number => median(some.map(({ heap }) => heap));
  return [
    { path: PATH, measure: 'processor time of an iteration, 1,024 episodes of 1,000 tokens', value: seconds, unit: 's', detail },
    {
      path: PATH,
      measure: 'of it, while no call was under way',
      value: alone,
      unit: 's',
      detail: 'a server waits for this part; the rest lies beside its own work, where its calls take longer than ours of them',
    },
    ...MODELS.flatMap((model) =>
      GPUS.map((gpus): Row => {
        const whole = secondsOf(partsOf(model, gpus, WORK, { latency: 0, calls: 0, bytes: 0 }));
        const measure = `what a server waits for, of an iteration of ${model.name} on ${gpus} H100`;
        const detail = `${shown(whole)} s on paper (docs/scale.md); of all processor time ${shown((100 * seconds) / whole)} %`;
        // The goal names no server: it is held to every one that a paper iteration was made of.
        return { path: PATH, measure, value: (100 * alone) / whole, unit: '%', target: '≤ 5', detail };
      }),
    ),
    {
      path: PATH,
      measure: 'heap behind iterations 8 to 10 against 2 to 4, 256 episodes',
      value: heapOf(small.slice(-3)) / heapOf(small.slice(1, 4)),
      unit: '×',
      target: '≤ 1.1',
      detail: `${small.map(({ heap }) => heap.toFixed(0)).join(', ')} MiB after a collection; with 1,024 episodes ${measured.map(({ heap }) => heap.toFixed(0)).join(', ')}, at most ${Math.max(...measured.map(({ resident }) => resident)).toFixed(0)} resident`,
    },
    {
      path: PATH,
      measure: 'bytes sent in an iteration',
      value: bytes / 1e6,
      unit: 'MB',
      detail: `${calls} calls with sequences to score or differentiate`,
    },
  ];
}
