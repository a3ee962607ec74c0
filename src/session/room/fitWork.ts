/** What may have to fit a machine's memory: an iteration of training, a lab's questions about a run, or a warm start. */
import { baseNameOf } from '../../core/document/bases.ts';
import type { ProjectDocument, WarmStartSettings } from '../../core/document/schema.ts';
import { modelTensorShapes } from '../../core/formats/models/model-config.ts';
import { CACHE_SLOTS } from '../../engine/generate/generator.ts';
import { peakBytes } from '../../engine/model/cost.ts';
import { optimizerPlan } from '../../engine/model/optimizer.ts';
import { makeBatches } from '../../engine/train/batches.ts';
import type { DryRun } from '../play/dryRun.ts';
import type { BaseOutline } from '../team/base.ts';
import type { Cost } from './estimate.ts';
import { activationBytes, copiesFor, countOf } from './memory.ts';

export interface Work {
  readonly kind: 'training' | 'questions' | 'warm_start';
  /** The document whose episodes are its messages. */
  readonly played: (document: ProjectDocument) => ProjectDocument;
  /** Most bytes held at one time, in all workers together, where training on these messages would cost `cost`. */
  readonly total: (cost: Cost, document: ProjectDocument, bases: readonly BaseOutline[], run: DryRun, workers: number) => number;
  /** Whether layers may lie in several memories: not where one step takes all numbers of a base at once. */
  readonly splits: boolean;
  /** What of the project may be changed for it: nothing of a run that is over, and not the form of weights that are trained. */
  readonly mayChange: {
    readonly team: boolean;
    readonly weights: boolean;
    readonly episodes: boolean;
    /** Layers of the team's base, which is yet to be made. */
    readonly layers?: boolean;
  };
  /** Messages of a batch, where it has batches of its own; and the same work with batches of as many. */
  readonly rows?: { readonly count: number; readonly with: (count: number) => Work };
}

export const TRAINING: Work = {
  kind: 'training',
  played: (document) => document,
  total: ({ memory }) => memory.total,
  splits: true,
  mayChange: { team: true, weights: true, episodes: true },
};

/** A team speaks and nobody learns; a question is played on more often at once than an iteration, up to all slots of the cache. */
export const QUESTIONS: Work = {
  kind: 'questions',
  played: (document) => {
    const { training, ...rest } = withoutCritic(document);
    return { ...rest, training: { ...training, episodes: Math.max(training.episodes, CACHE_SLOTS) } };
  },
  total: ({ memory: { parameters, cache, scoring } }) => parameters + cache + scoring,
  splits: true,
  mayChange: { team: false, weights: false, episodes: false },
};

/** One step of a warm start, and the evaluations between its steps. */
export function warmWork(settings: Pick<WarmStartSettings, 'trains' | 'batch'>): Work {
  const { trains, batch } = settings;
  const whole = trains !== 'adapters';
  return {
    kind: 'warm_start',
    // A row of a batch is a message.
    played: (document) => {
      const { team, training } = withoutCritic(document);
      return { ...document, team, training: { ...training, episodes: Math.max(1, Math.ceil(batch / team.agents.length)) } };
    },
    total: ({ memory: { parameters, cache, scoring, activations } }, document, bases, run, workers) => {
      const trained = whole ? bases.find(({ name }) => name === document.team.base) : undefined;
      if (!trained) return parameters + Math.max(cache + scoring, activations);
      const { copies, pass, step } = wholeStep(trained, document, run, workers);
      const held = parameters + copies + Math.max(cache + scoring, pass);
      // Several workers leave the step to a thread, and so a memory, of its own.
      return workers > 1 ? Math.max(held, step) : Math.max(held, parameters + step);
    },
    splits: !whole,
    mayChange: { team: true, weights: !whole, episodes: false, layers: trains === 'new_base' },
    rows: { count: batch, with: (count) => warmWork({ ...settings, batch: count }) },
  };
}

/** Of the critic nothing is needed, nor of what training does besides. */
function withoutCritic(document: ProjectDocument): ProjectDocument {
  const { training } = document;
  return { ...document, training: { ...training, algorithm: 'grpo', lag: 0, rotation: { ...training.rotation, interval: 0 } } };
}

/** A step of all numbers of a base, in bytes: what workers have of it each for themselves, what its passes take, and the optimiser. */
function wholeStep({ name, config }: BaseOutline, document: ProjectDocument, { messages }: DryRun, workers: number) {
  const { agents } = document.team;
  const own = messages.filter(({ agent }) => agents.some((one, index) => index === agent && baseNameOf(document, one) === name));
  const sequences = own.map(({ ids, first, temperature }) => ({ ids, first, temperature, slot: -1 }));
  const batches = makeBatches(config, [], sequences, { backward: true, recompute: true, trainable: () => true });
  const numbers = [...modelTensorShapes(config).values()].reduce((sum, shape) => sum + countOf(shape), 0);
  // What is trained lies in each worker, in the orders of the forward and of the backward product.
  const copies = (workers - copiesFor(workers)) * 2 * 4 * numbers;
  return { copies, pass: activationBytes(batches, workers), step: peakBytes(optimizerPlan(numbers)) };
}
