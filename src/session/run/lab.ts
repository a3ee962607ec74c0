/**
 * Answers what-if questions about a run (`core/counterfactual/questions.ts`): its team speaks as one of its checkpoints left
 * it, in its environment and on its data, and nothing is trained. The same question has the same answer.
 */
import { at } from '../../core/at.ts';
import { costOf } from '../../core/counterfactual/blame/cells.ts';
import { type Change, type LabAnswers, type LabQuestion, otherChanges } from '../../core/counterfactual/questions.ts';
import { type AttachedData, attachedTo } from '../../core/dataset/attach.ts';
import type { DataRow } from '../../core/dataset/rows.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost, EnvironmentInfo, Split } from '../../core/environment/contract.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { sessionFaults } from '../../words/words.ts';
import type { Files } from '../../core/formats/files.ts';
import type { Engine } from '../../engine/engine.ts';
import type { BaseModel } from '../team/base.ts';
import { answerCase, type HeldCase } from '../challenges/answerCase.ts';
import { alternatives } from '../counterfactual/alternatives.ts';
import { comaWorths } from '../counterfactual/comaWorths.ts';
import { creditShares } from '../counterfactual/coalitions.ts';
import { fittedCritics } from '../counterfactual/fitCritics.ts';
import { changedDocument, counterfactual, type OnProgress, treeValues } from '../counterfactual/replay.ts';
import { compareLogprobs, retell } from '../counterfactual/retell.ts';
import { playTries } from '../counterfactual/tries.ts';
import type { RolloutContext, Voice } from '../play/rollout.ts';
import { requireTool } from '../play/tools.ts';
import { sizesOf } from './session.ts';
import { TeamVoices, type SpeakingTeam, speakingTeam, type Stand, UNTRAINED } from '../play/teamVoices.ts';

export interface LabParts {
  readonly document: ProjectDocument;
  readonly bases: readonly BaseModel[];
  readonly engine: Engine;
  readonly environment: EnvironmentHost;
  readonly rows?: readonly DataRow[];
}

/** The adapters a question needs, by completed iterations, each a checkpoint's own folder; 0 without files is the bases. */
export type Adapters = Readonly<Record<number, Files>>;

/** Thrown out of a question that was called off. */
export class CalledOff extends Error {}

export class Lab {
  readonly #speakers: TeamVoices;
  #calledOff = false;
  #case: HeldCase | null = null;

  /** Loads the environment and puts the bases on the engine, which belongs to the host as the environment does. */
  static async open(parts: LabParts): Promise<Lab> {
    const data = attachedTo(parts.document, parts.rows);
    const info = await parts.environment.load(parts.document.environment.source);
    requireTool(parts.document, info);
    return new Lab(parts, data, data ? { ...info, splits: sizesOf(data) } : info);
  }

  private constructor(
    private readonly parts: LabParts,
    private readonly data: AttachedData | null,
    private readonly info: EnvironmentInfo,
  ) {
    this.#speakers = new TeamVoices(parts.engine, parts.document, parts.bases);
  }

  /** Answers with the team of `iteration`; throws {@link CalledOff} soon after {@link callOff}. */
  async answer<K extends LabQuestion['kind']>(
    question: Extract<LabQuestion, { kind: K }>,
    iteration: number,
    adapters: Adapters,
    onProgress?: OnProgress,
  ): Promise<LabAnswers[K]> {
    this.#calledOff = false;
    const told: OnProgress = (done, of) => {
      this.#goOn();
      onProgress?.(done, of);
    };
    return (await this.#answer(question, iteration, adapters, told)) as LabAnswers[K];
  }

  /** Ends the question under way before the next message is said. */
  callOff(): void {
    this.#calledOff = true;
  }

  dispose(): void {
    this.callOff();
    this.#speakers.dispose();
  }

  async #answer(
    question: LabQuestion,
    iteration: number,
    adapters: Adapters,
    onProgress: OnProgress,
  ): Promise<LabAnswers[keyof LabAnswers]> {
    const team = this.#team(iteration, adapters);
    switch (question.kind) {
      case 'replay': {
        const { episode, change, rolls, origin, pinned } = question;
        const standing = origin?.standing ?? [];
        const changes = [...standing, change];
        const [, before = [], after = []] = this.#speakers.voices(team, this.#stands(standing, adapters), this.#stands(changes, adapters));
        const sides = { original: this.#context(before, standing), edited: this.#context(after, changes) };
        return counterfactual(sides, episode, change, rolls, { origin, pinned, onProgress });
      }
      case 'tries': {
        const { episode, tries, first, count, turns } = question;
        const others = otherChanges(episode, tries);
        const [voices = [], ...stood] = this.#speakers.voices(team, ...others.map((change) => this.#stands([change], adapters)));
        const otherwise = (role: string, iteration: number | null): RolloutContext => {
          const index = others.findIndex((change) => change.role === role && change.iteration === iteration);
          return this.#context(at(stood, index, 'team'), []);
        };
        const of = count * tries.reduce((sum, one) => sum + costOf(one), 0);
        return playTries(this.#context(voices, []), episode, tries, {
          first,
          count,
          turns,
          otherwise,
          onProgress: (done) => onProgress(done, of),
        });
      }
      case 'retell': {
        const [voices = []] = this.#speakers.voices(team);
        const episodes = await retell(this.#context(voices, []), question.episodes, onProgress);
        const { scored } = question;
        const logprobs = scored > 0 ? await compareLogprobs(this.#speakers, team, question.episodes, episodes, scored) : null;
        return { episodes, logprobs };
      }
      case 'values': {
        const [voices = []] = this.#speakers.voices(team);
        const values: LabAnswers['values'][number][] = [];
        const { episodes, rolls, credit } = question;
        const of = rolls * episodes.reduce((sum, { messages }) => sum + messages.length + 1, 0);
        let before = 0;
        for (const episode of episodes) {
          const options = {
            credit,
            scoreReferences: (records: readonly EpisodeRecord[]) => this.#speakers.scoreReferences(records),
            onProgress: (done: number) => onProgress(before + done, of),
          };
          values.push(await treeValues(this.#context(voices, []), episode, rolls, options));
          before += rolls * (episode.messages.length + 1);
        }
        return values;
      }
      case 'others': {
        const [voices = []] = this.#speakers.voices(team);
        if (question.algorithm !== 'coma')
          return alternatives(this.#context(voices, []), question.episodes, question, { playOwn: true, onProgress });
        this.#sizeOf('train');
        return comaWorths(this.#context(voices, []), this.#speakers, question.episodes, { ...question, info: this.info, onProgress });
      }
      case 'shares': {
        const [voices = []] = this.#speakers.voices(team);
        return creditShares(this.#context(voices, []), { ...question, size: this.#sizeOf(question.split), onProgress });
      }
      case 'critics': {
        const [voices = []] = this.#speakers.voices(team);
        this.#sizeOf('train');
        return fittedCritics(this.#context(voices, []), this.#speakers, question.episodes, { ...question, info: this.info, onProgress });
      }
      case 'challenge': {
        const [voices = []] = this.#speakers.voices(team);
        const { held, answer } = await answerCase(this.#context(voices, []), this.#speakers, question, this.#case, onProgress);
        this.#case = held;
        return answer;
      }
    }
  }

  /** Problems of a split, which must have some. */
  #sizeOf(split: Split): number | 'unlimited' {
    const size = this.info.splits[split];
    if (size === 0) throw new FaultError(fault(sessionFaults, 'E_DATASET_SPLIT', { split, asked: 'question' }));
    return size;
  }

  /** Who speaks with other adapters than their team's, after these changes. */
  #stands(changes: readonly Change[], adapters: Adapters): Stand[] {
    return changes.flatMap((change) =>
      change.kind === 'adapter'
        ? [{ role: change.role, team: change.iteration === null ? UNTRAINED : this.#team(change.iteration, adapters) }]
        : [],
    );
  }

  #team(iteration: number, adapters: Adapters): SpeakingTeam {
    const { document, bases } = this.parts;
    const files = adapters[iteration];
    if (!files) throw new Error(`the adapters of iteration ${iteration} were not given`);
    return speakingTeam(document, bases, iteration, files);
  }

  #context(voices: readonly Voice[], changes: readonly Change[]): RolloutContext {
    const { document, environment } = this.parts;
    return {
      document: changedDocument(document, changes),
      voices: voices.map((voice) => this.#heeding(voice)),
      environment,
      data: this.data,
    };
  }

  /** A voice that says nothing more once the question is called off. */
  #heeding(voice: Voice): Voice {
    const { generator } = voice;
    return {
      ...voice,
      generator: {
        submit: async (job, watcher) => {
          this.#goOn();
          return generator.submit(job, watcher);
        },
      },
    };
  }

  #goOn(): void {
    if (this.#calledOff) throw new CalledOff('the question was called off');
  }
}
