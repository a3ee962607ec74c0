/** What the page knows of a warm start: its curves, how far it is, and what it left. Pure; the engine store holds it. */
import { reworded } from '../../../words/words.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Fault } from '../../../core/faults.ts';
import type { WarmEvaluation, WarmMessage, WarmPhase, WarmResult, WarmStep } from '../../../../workers/trainer/protocol.ts';

export interface WarmState {
  readonly runId: string;
  /** As it was when it began. */
  readonly document: ProjectDocument;
  readonly phase: WarmPhase;
  readonly steps: readonly WarmStep[];
  readonly evaluations: readonly WarmEvaluation[];
  /** Most tokens it sees; 0 until the first step. */
  readonly budget: number;
  readonly notices: readonly string[];
  readonly result: WarmResult | null;
  readonly fault: Fault | null;
}

export function newWarmStart(runId: string, document: ProjectDocument): WarmState {
  return {
    runId,
    document,
    phase: 'preparing',
    steps: [],
    evaluations: [],
    budget: 0,
    notices: [],
    result: null,
    fault: null,
  };
}

export const isWarming = (warm: WarmState | null): boolean => warm !== null && !['finished', 'failed'].includes(warm.phase);

/** Ends one that is under way with `fault`; another stays as it is. */
export function failedWarm(warm: WarmState | null, fault: Fault): WarmState | null {
  return warm && isWarming(warm) ? { ...warm, phase: 'failed', fault } : warm;
}

/** Takes in what the trainer said; what belongs to another warm start changes nothing. */
export function afterWarmMessage(warm: WarmState | null, message: WarmMessage): WarmState | null {
  if (!warm || warm.runId !== message.runId) return warm;
  switch (message.what) {
    case 'phase':
      return { ...warm, phase: message.phase };
    case 'step':
      return { ...warm, steps: [...warm.steps, message.step], budget: message.budget };
    case 'evaluation':
      return { ...warm, evaluations: [...warm.evaluations, message.evaluation] };
    case 'notice':
      return { ...warm, notices: [...warm.notices, reworded(message.message)] };
    case 'result':
      return { ...warm, result: message.result };
    case 'fault':
      return { ...warm, fault: message.fault };
    case 'backend':
      return warm;
  }
}
