/** What the trainer’s events change in the engine’s state, and which of its phases are a run under way. */
import type { TrainerEvent, WarmMessage } from '../../../../workers/trainer/protocol.ts';
import type { EngineState } from './types.ts';
import { afterWarmMessage } from './warmStart.ts';

/** Whether a run is under way (paused included). */
export function isActive(phase: EngineState['phase']): boolean {
  return !['idle', 'finished', 'stopped', 'failed'].includes(phase);
}

/** An iteration that takes no longer is over before anybody has read how far it is; seconds. */
const SHORT = 3;

/** How far the iteration under way is, where there is time to read it. */
export function shownProgress({ progress }: Pick<EngineState, 'progress'>): EngineState['progress'] {
  if (!progress || progress.share === 1) return null;
  const { secondsLeft, share } = progress;
  return secondsLeft !== null && secondsLeft / (1 - share) < SHORT ? null : progress;
}

/** The part of the state an event changes. */
export function afterEvent(state: EngineState, event: TrainerEvent): Partial<EngineState> {
  const { iteration } = event;
  switch (event.type) {
    case 'phase':
      return { iteration, phase: event.phase, ...(isActive(event.phase) ? {} : { activity: {}, progress: null, doing: null }) };
    case 'backend':
      return { report: event.report, measurements: event.report.measurements ?? state.measurements };
    case 'memory':
      return { memory: event.memory };
    case 'activity':
      return { activity: Object.fromEntries(event.agents.map((agent) => [agent.role, agent])) };
    case 'progress':
      return { progress: event.progress };
    case 'server':
      return { doing: event.doing };
    case 'metrics':
      return { iteration, progress: null, doing: null, tokensPerSecond: event.timing['perf/tokens_per_s'] ?? state.tokensPerSecond };
    case 'info':
    case 'episodes':
    case 'notice':
    case 'checkpoint':
    case 'fault': // of the run, and shown with it
      return {};
    default:
      return event satisfies never;
  }
}

/** The part of the state a message of a warm start changes. */
export function afterWarm(state: Pick<EngineState, 'warm' | 'measurements'>, message: WarmMessage): Partial<EngineState> {
  const warm = afterWarmMessage(state.warm, message);
  if (message.what !== 'backend') return { warm };
  return { warm, report: message.report, measurements: message.report.measurements ?? state.measurements };
}
