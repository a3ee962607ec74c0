/** English texts of the engine's panel: what computes, how fast, in how much memory, and what a run costs. */
import { spoken } from '../../forms/language.ts';

/** The size of a model. */
export const millions = (count: number): string =>
  count >= 1e9 ? `${(count / 1e9).toFixed(1)} B parameters` : `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} M parameters`;

export const engineEn = spoken('training/engine', {
  now: {
    title: 'Now',
    state: 'State',
    backend: 'Backend',
    backendNone: 'Not chosen yet: the first run decides.',
    server: 'Policies',
    why: 'Why this one',
    device: 'Device',
    speed: 'Speed',
    speedNone: 'Not measured yet: known after a run’s first iteration.',
    tokensPerSecond: (rate: string) => `${rate} tokens/s`,
    memory: 'Memory',
    memories: (count: number) => `· layers over ${count} WebAssembly memories, by one worker`,
    memoryHelp: 'What the engine uses for the base, adapters, caches and gradients; the page itself is not counted.',
    memoryNone: 'Not measured yet.',
    above: (percent: number, predicted: string) => `· ${percent} % above the predicted ${predicted}`,
    below: (percent: number, predicted: string) => `· ${percent} % below the predicted ${predicted}`,
    asPredicted: '· as predicted',
    ofAtMost: (predicted: string) => `· of at most ${predicted} predicted`,
  },
  measured: {
    title: 'Measured to choose',
    help: 'One small training step on each backend that could run here, just before the run.',
    none: 'Nothing was measured: a backend was chosen in the settings, or only one can run here.',
    noneYet: 'Not measured yet.',
    milliseconds: (value: string) => `${value} ms`,
    failed: 'did not run here',
  },
  cost: {
    title: 'Cost of the next run',
    help: 'Computed from the model, the agents and the training settings as they are now, before anything runs. Messages are assumed to be half as long as they may be. Where an orchestrator may call agents repeatedly, or an episode may have more than one turn, the course cannot be known in advance: all turns are then counted, with one call of every agent, and “at most” is the cost if the orchestrator makes every call, and every agent writes every token, that the limits allow.',
    atMost: (value: string) => `· at most ${value}`,
    none: 'Not known yet.',
    parameters: 'Parameters of the base',
    trainable: 'Of the team, trained',
    flops: 'Operations per iteration',
    flopsUnit: 'FLOP',
    seconds: 'Time per iteration',
    secondsNone: 'Known after a run on this backend.',
    total: (seconds: string, iterations: number) => `· ${seconds} for ${iterations} iterations`,
    memory: 'Memory',
    memories: (count: number) => `· layers over ${count} WebAssembly memories, by one worker`,
    dispatches: 'GPU dispatches per iteration',
  },
  line: {
    /** Short: it stands in the row of Train, whose height must not change when a run ends. */
    next: (time: string | null, memory: string) => (time === null ? `needs ${memory} of memory` : `about ${time}, ${memory}`),
    /** `parameters`: of the base that the speed was measured with. */
    help: (each: string, backend: string | null, parameters: number) =>
      `${each} an iteration${backend === null ? '' : ` on ${backend}`}. What the next run will take, computed from the model, the agents and the settings as they are now, and from the speed of an earlier run here on a base of ${millions(parameters)}; evaluations are left out. More in the Engine tab.`,
    helpNoTime:
      'The memory of this computer that the next run will use while it trains, computed from the model, the agents and the settings as they are now; it is not the size of a download. How long it takes is known after a first run here.',
    left: (time: string) => `about ${time} left`,
    leftHelp: 'By the pace of the newest ten iterations',
  },
  duration: {
    seconds: (value: string) => `${value} s`,
    minutes: (value: string) => `${value} min`,
    hours: (value: string) => `${value} h`,
  },
});
