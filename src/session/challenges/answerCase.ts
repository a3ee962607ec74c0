/** Answers what is asked about a case of a challenge, counting every episode that is played for it. */
import { at } from '../../core/at.ts';
import { LOST, WON } from '../../core/challenges/challenges.ts';
import type { CaseAnswer, CaseQuestion, NamedCase, OpenCase } from '../../core/challenges/questions.ts';
import { namedBy, type Strategy, usesOf } from '../../core/challenges/strategies.ts';
import { COMA_FIT, mostReplays, SHAPLEY_ORDERS, SHAPLEY_PROBLEMS, type ToolAnswer, type ToolUse } from '../../core/challenges/tools.ts';
import type { Try, TryOutcome } from '../../core/counterfactual/questions.ts';
import { keyFor } from '../../core/random/streams.ts';
import { creditShares } from '../counterfactual/coalitions.ts';
import { type OnProgress, replay } from '../counterfactual/replay.ts';
import { playTries } from '../counterfactual/tries.ts';
import { type RolloutContext, silenceOf } from '../play/rollout.ts';
import type { TeamVoices } from '../play/teamVoices.ts';
import { comaAdvantages } from './coma.ts';
import { casePlans, openCase, type PlayedCase } from './openCase.ts';
import { wasStruck, withFault } from './plantedFault.ts';

/** Numbers of the continuations: far from those that a person's questions draw (`counterfactual/blame/course.ts`). */
const FIRST = 5 * 2 ** 20;
/** Numbers that a use of a tool has for its own continuations. */
const APART = 16;
/** Folded into a case's number: whom a strategy names of several alike. */
const DRAW = 1_006;

/** The case that was opened last: of many questions about one only the first plays it. */
export type HeldCase = PlayedCase;

/** `clean` is the team as it was recorded; the fault is put into it here. */
export async function answerCase(
  clean: RolloutContext,
  speakers: Pick<TeamVoices, 'features'>,
  question: CaseQuestion,
  before: HeldCase | null,
  onProgress: OnProgress = () => {},
): Promise<{ readonly held: HeldCase; readonly answer: CaseAnswer }> {
  const { challenge, number } = question;
  const isHeld = before?.ref.challenge === challenge && before.ref.number === number;
  const held = isHeld ? before : await openCase(clean, { challenge, number });
  return { held, answer: await answered(new AskedCase(clean, speakers, held, onProgress), question) };
}

async function answered(asked: AskedCase, question: CaseQuestion): Promise<CaseAnswer> {
  switch (question.ask) {
    case 'open':
      return { ask: 'open', opened: asked.opened() };
    case 'use':
      return { ask: 'use', answer: await asked.use(question.use, question.nth) };
    case 'name':
      return { ask: 'name', found: await asked.name(question.role) };
    case 'strategy': {
      const { strategy } = question;
      const { named, right, replays } = await asked.play(strategy);
      return { ask: 'strategy', found: { strategy, named, right, replays } };
    }
  }
}

class AskedCase {
  readonly #roles: readonly string[];

  constructor(
    private readonly clean: RolloutContext,
    private readonly speakers: Pick<TeamVoices, 'features'>,
    private readonly held: HeldCase,
    private readonly onProgress: OnProgress,
  ) {
    this.#roles = clean.document.team.agents.map(({ role }) => role);
  }

  opened(): OpenCase {
    const { lost, played, won } = this.held;
    return { roles: this.#roles, lost: lost.map(({ messages }) => messages.map(({ role, turn }) => ({ role, turn }))), played, won };
  }

  async use(use: ToolUse, nth: number): Promise<ToolAnswer> {
    const [answer, replays] = await this.#counted((count) => this.#used(use, nth, count));
    return { ...answer, replays };
  }

  async name(named: string): Promise<NamedCase> {
    const { planted, lost } = this.held;
    // Continuation 0 is the recording's own: what is not changed is said as it was.
    const healed = named === planted.role ? this.clean : this.#faulty();
    const [saved, replays] = await this.#counted(async (count) => {
      const again = await Promise.all(lost.map((record) => replay({ ...healed, count }, record, [], [0])));
      return again.map((played) => at(played, 0, 'episode').reward >= WON);
    });
    return { named, culprit: planted.role, saved, struck: lost.map((record) => wasStruck(record, this.clean, planted)), lost, replays };
  }

  async play(strategy: Strategy): Promise<{ readonly named: string; readonly right: boolean; readonly replays: number }> {
    const { lost, ref, planted } = this.held;
    const uses = usesOf(
      strategy,
      lost.map(({ messages }) => messages.length),
    );
    const answers: ToolAnswer[] = [];
    for (const [nth, use] of uses.entries()) {
      answers.push(await this.use(use, nth));
      this.onProgress(answers.length, uses.length);
    }
    const named = namedBy(answers, this.#roles, keyFor(ref.number, DRAW));
    const spent = answers.reduce((sum, { replays }) => sum + replays, 0);
    // Its proof is what a person's is, and is not played: who it is is known here.
    return { named, right: named === planted.role, replays: spent + LOST };
  }

  #faulty(): RolloutContext {
    return withFault(this.clean, this.held.planted);
  }

  async #counted<T>(work: (count: Counter) => Promise<T>): Promise<readonly [T, number]> {
    let episodes = 0;
    const answer = await work({ message: () => {}, episode: () => void (episodes += 1) });
    return [answer, episodes];
  }

  async #used(use: ToolUse, nth: number, count: Counter): Promise<WithoutReplays<ToolAnswer>> {
    const context = { ...this.#faulty(), count };
    const { ref, lost } = this.held;
    switch (use.tool) {
      case 'value':
      case 'again':
      case 'difference': {
        const { tool, episode, message, continuations } = use;
        const record = at(lost, episode, 'lost episode');
        const { role } = at(record.messages, message, 'message');
        const otherwise = (): never => {
          throw new Error('nobody speaks with other adapters');
        };
        const [asked = [], kept] = await playTries(context, record, this.#tries(use, role), {
          ...{ first: FIRST + nth * APART, count: continuations, otherwise },
          onProgress: (done) => this.onProgress(done, mostReplays(use, this.#roles.length)),
        });
        return { tool, episode, message, role, wins: winsIn(asked), kept: kept ? winsIn(kept) : null, of: continuations };
      }
      case 'coma': {
        const fit = casePlans(ref, 'fitted', COMA_FIT);
        const found = await comaAdvantages({ context, speakers: this.speakers, fit }, lost);
        const agents = this.#roles.map((role, index) => ({ role, value: at(found, index, 'advantage'), interval: null }));
        return { tool: 'coma', agents };
      }
      case 'shapley': {
        const { shares } = await creditShares(context, {
          ...{ split: 'train', size: 'unlimited', problems: SHAPLEY_PROBLEMS, absence: 'base', orders: SHAPLEY_ORDERS },
          plans: casePlans(ref, 'shared', SHAPLEY_PROBLEMS),
          onProgress: this.onProgress,
        });
        return { tool: 'shapley', agents: shares };
      }
    }
  }

  #tries({ tool, message }: Extract<ToolUse, { readonly message: number }>, role: string): Try[] {
    const kept: Try = { kind: 'same', message };
    switch (tool) {
      case 'value':
        return [{ kind: 'anew', message }];
      case 'again':
        return [{ kind: 'anew', message }, kept];
      case 'difference':
        return [{ kind: 'text', message, says: silenceOf(this.clean, this.#roles.indexOf(role)) }, kept];
    }
  }
}

type Counter = NonNullable<RolloutContext['count']>;
/** Of each member of the union. */
type WithoutReplays<T> = T extends unknown ? Omit<T, 'replays'> : never;

const winsIn = (outcomes: readonly TryOutcome[]): number => outcomes.filter(({ reward }) => reward >= WON).length;
