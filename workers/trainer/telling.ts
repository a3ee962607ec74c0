/** What is told of one run: to the page at a pace that it can follow, and to the library whatever is worth keeping. */
import { type Body, type WriterBody } from './loop.ts';
import type { Outbox } from './outbox.ts';
import type { Phase, TrainerEvent, TrainerMessage, WriterEvent } from './protocol.ts';
import { sparingly } from './sparingly.ts';

/** Least time between two reports of what the agents do, milliseconds. */
const ACTIVITY_INTERVAL = 100;
const RESTING: readonly Phase[] = ['paused', 'finished', 'stopped', 'failed'];

export interface Telling {
  readonly emit: (event: Body) => void;
  readonly phase: (name: Phase) => void;
  /** To the library alone. */
  readonly keep: (event: Body | WriterBody) => void;
  /** Resolves when the page has heard of the run's end. */
  readonly ended: () => Promise<void>;
}

export interface TellingParts {
  readonly runId: string;
  readonly iteration: () => number;
  readonly outbox: Outbox;
  /** To the page. */
  readonly say: (message: TrainerMessage) => void;
  /** Hears of each phase before the page does. */
  readonly onPhase: (phase: Phase) => void;
}

export function tellingOf({ runId, iteration, outbox, say, onPhase }: TellingParts): Telling {
  const named = <T extends Body | WriterBody>(event: T) => ({ runId, iteration: iteration(), ...event });
  const keep = (event: Body | WriterBody): void => outbox.post(named(event) as WriterEvent);
  /** The page hears of a run's end when its last row is on disk, or when it has heard why that cannot be. */
  let ending: Promise<void> = Promise.resolve();
  const send = (event: Body): void => {
    const said = named(event) as TrainerEvent;
    if (isKept(event)) keep(event);
    if (event.type !== 'phase' || (event.phase !== 'finished' && event.phase !== 'stopped') || outbox.isSettled) return say(said);
    say(named({ type: 'phase', phase: 'checkpoint' }) as TrainerEvent);
    ending = outbox.settled().then(() => say(said));
  };
  const activity = sparingly(send, ACTIVITY_INTERVAL);
  const progress = sparingly(send, ACTIVITY_INTERVAL);
  const doing = sparingly(send, ACTIVITY_INTERVAL);
  const emit = (event: Body): void => {
    if (event.type === 'activity') return activity.offer(event);
    if (event.type === 'progress') return progress.offer(event);
    if (event.type === 'server') return doing.offer(event);
    // What waits is of the iteration that is over.
    if (event.type === 'metrics') {
      progress.flush();
      doing.flush();
    }
    // Where the run rests, the page must know what everybody did last; after its end nothing more may come.
    if (event.type === 'phase') {
      onPhase(event.phase);
      if (RESTING.includes(event.phase)) {
        activity.flush();
        progress.flush();
        doing.flush();
      }
    }
    send(event);
  };
  return { emit, phase: (name) => emit({ type: 'phase', phase: name }), keep, ended: () => ending };
}

/** What is worth keeping; the loop itself says how a checkpoint is kept. */
const isKept = (event: Body): boolean =>
  event.type === 'phase' ? RESTING.includes(event.phase) : !['activity', 'progress', 'server', 'memory', 'checkpoint'].includes(event.type);
