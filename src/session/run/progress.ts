/**
 * How far an iteration is, counted as messages are written and plans are run, and the gate at which it can be held: before a message
 * is begun, and between the plans of credit and update. Neither changes a number of the run.
 */
import { field } from '../../core/at.ts';
import type { IterationProgress } from '../../core/episode/iterationProgress.ts';
import type { Engine } from '../../engine/engine.ts';

/** Resolves when the work may go on; at once unless the host holds it. */
export type Gate = () => Promise<void>;

type Part = IterationProgress['part'];

/** How the time of an iteration divides before one was measured. */
const USUAL: Readonly<Record<Part, number>> = { rollout: 0.45, credit: 0.1, update: 0.45 };
/** Share of an iteration from which its own pace says how long the rest takes. */
const ENOUGH = 0.03;

/** Counts of one rollout; with a lag it may belong to the iteration after the one under way. */
export class RolloutCount {
  episodes = 0;
  messages = 0;
  sampled = 0;

  constructor(
    readonly total: number,
    /** Messages that are expected; 0 where nobody knows. */
    readonly expected: number,
    private readonly changed: () => void,
  ) {}

  message(tokens: number): void {
    this.messages += 1;
    this.sampled += tokens;
    this.changed();
  }

  episode(): void {
    this.episodes += 1;
    this.changed();
  }

  get share(): number {
    const share = this.expected > 0 ? this.messages / this.expected : this.episodes / Math.max(1, this.total);
    return Math.min(1, share);
  }
}

export class ProgressTracker {
  #weights = USUAL;
  /** Seconds of the last iteration; null before there was one. */
  #whole: number | null = null;
  #part: Part | null = null;
  #rollout: RolloutCount | null = null;
  /** Of the rollout that plays ahead, where training has a lag. */
  #ahead: RolloutCount | null = null;
  #rolled = false;
  #scored = 0;
  #toScore = 0;
  #began = 0;
  #held = 0;
  #holding: { since: number; count: number } | null = null;

  constructor(
    private readonly report: (progress: IterationProgress) => void,
    private readonly now: () => number = () => performance.now() / 1000,
  ) {}

  /** Counts of a rollout that begins. */
  count(total: number, expected: number): RolloutCount {
    const counted = new RolloutCount(total, expected, () => {
      if (this.#part === 'rollout' && counted === this.#rollout) this.#tell();
    });
    if (this.#rolled) this.#ahead = counted;
    else this.#rollout = counted;
    return counted;
  }

  begin(): void {
    this.#began = this.now();
    this.#held = 0;
    this.#rolled = false;
    if (this.#ahead) this.#rollout = this.#ahead;
    this.#ahead = null;
    this.#enter('rollout', 0);
  }

  /** The rollout is over, and what is counted from now on is the next one's; the messages of this one. */
  rolled(): number {
    this.#rolled = true;
    return this.#rollout?.messages ?? 0;
  }

  /** Credit or update begins, which will go through `messages`, as often as it says. */
  enter(part: 'credit' | 'update', messages: number): void {
    this.#enter(part, messages);
  }

  /** The iteration is over; what its parts took tells how the next one divides. */
  end(seconds: Readonly<Record<Part, number>>): void {
    this.#part = null;
    const whole = seconds.rollout + seconds.credit + seconds.update;
    if (whole <= 0) return;
    this.#whole = whole;
    this.#weights = { rollout: seconds.rollout / whole, credit: seconds.credit / whole, update: seconds.update / whole };
  }

  scored(messages: number): void {
    if (this.#part !== 'credit' && this.#part !== 'update') return;
    this.#scored += messages;
    this.#tell();
  }

  /** Waits at `gate`; how long everything stood still is left out of what the iteration took. */
  async held(gate: Gate): Promise<void> {
    this.#holding ??= { since: this.now(), count: 0 };
    const holding = this.#holding;
    holding.count += 1;
    try {
      await gate();
    } finally {
      holding.count -= 1;
      if (holding.count === 0) {
        this.#held += this.now() - holding.since;
        this.#holding = null;
      }
    }
  }

  /** Seconds that the iteration was held so far. */
  get heldSeconds(): number {
    return this.#held;
  }

  #enter(part: Part, messages: number): void {
    this.#part = part;
    this.#scored = 0;
    this.#toScore = messages;
    this.#tell();
  }

  #tell(): void {
    const part = this.#part;
    const rollout = this.#rollout;
    if (!part || !rollout) return;
    const { credit, rollout: first } = this.#weights;
    const within = part === 'rollout' ? rollout.share : Math.min(1, this.#scored / Math.max(1, this.#toScore));
    const before = part === 'rollout' ? 0 : part === 'credit' ? first : first + credit;
    const share = Math.min(1, before + this.#weights[part] * within);
    const spent = this.now() - this.#began - this.#held;
    this.report({
      part,
      episodes: { done: rollout.episodes, total: rollout.total },
      sampled: rollout.sampled,
      scored: part === 'rollout' ? null : { done: Math.min(this.#scored, this.#toScore), total: this.#toScore },
      share,
      secondsLeft: this.#left(share, spent),
    });
  }

  #left(share: number, spent: number): number | null {
    if (this.#whole !== null) return this.#whole * (1 - share);
    return share < ENOUGH ? null : (spent * (1 - share)) / share;
  }
}

/** `engine`, whose plans and messages begin when `gate` lets them, and whose forward stages are counted. */
export function watchedEngine(engine: Engine, tracker: ProgressTracker, gate: Gate | undefined): Engine {
  const held = async (): Promise<void> => {
    if (gate) await tracker.held(gate);
  };
  const start: Engine['start'] = (plan, inputs) => {
    const execution = engine.start(plan, inputs);
    // Plans of the optimiser and of a critic's head have no sequences.
    const messages = inputs['offsets'] ? field(inputs, 'offsets').length - 1 : 0;
    return {
      run: async (...stage) => {
        await held();
        const outputs = await execution.run(...stage);
        if (messages > 0) tracker.scored(messages);
        return outputs;
      },
      dispose: () => execution.dispose(),
    };
  };
  const openGenerator: Engine['openGenerator'] = (...opened) => {
    const service = engine.openGenerator(...opened);
    return {
      submit: async (job, watcher) => {
        await held();
        return service.submit(job, watcher);
      },
      use: () => service.use(),
      dispose: () => service.dispose(),
    };
  };
  return new Proxy(engine, {
    get: (target, name) => {
      if (name === 'start') return start;
      if (name === 'openGenerator' && gate) return openGenerator;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
