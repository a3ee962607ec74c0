/** Other ways to play an episode on from one of its messages (`core/counterfactual/blame`): all of a round together, so that batches are full. */
import { at } from '../../core/at.ts';
import type { Try, TryOutcome } from '../../core/counterfactual/questions.ts';
import type { Episode, GeneratedMessage } from '../../core/episode/machine.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { type EpisodePlan, type Replay, type RolloutContext, rollOut } from '../play/rollout.ts';
import { said } from './replay.ts';

/** Continuations played at one time: enough to fill a batch, few enough that their prompts fit into memory. */
const TOGETHER = 32;

export interface TrySettings {
  /** Number of the first continuation, and how many of each try. */
  readonly first: number;
  readonly count: number;
  readonly turns?: boolean;
  /** The team in which the agent of a message speaks with the adapter of another iteration, or with its base alone (null). */
  readonly otherwise: (role: string, iteration: number | null) => RolloutContext;
  readonly onProgress?: (done: number) => void;
}

/** By try, by continuation. */
export async function playTries(
  context: RolloutContext,
  record: EpisodeRecord,
  tries: readonly Try[],
  { first, count, turns = false, otherwise, onProgress }: TrySettings,
): Promise<TryOutcome[][]> {
  const branches = Array.from({ length: count }, (_, index) => first + index);
  let done = 0;
  const play = async (speakers: RolloutContext, replays: readonly Replay[]): Promise<Episode[]> => {
    const { iteration, episode, split, problem_index: problemIndex, group } = record;
    const plans = replays.map((replay): EpisodePlan => ({ iteration, episode, split, problemIndex, group, replay }));
    const played: Episode[] = [];
    for (let from = 0; from < plans.length; from += TOGETHER) {
      played.push(...(await rollOut(speakers, plans.slice(from, from + TOGETHER))));
      onProgress?.((done += Math.min(TOGETHER, plans.length - from)));
    }
    return played;
  };
  const replays: Replay[] = [];
  for (const one of tries) {
    const { message } = one;
    const before = record.messages.slice(0, message).map(said);
    const own = at(record.messages, message, 'message');
    // The environment's answer to the message draws the numbers of the continuation, as it does where the message is said anew.
    const behind = (says: GeneratedMessage | string, branch: number): Replay => ({
      branch,
      given: [...before, says],
      forks: [{ from: message, branch }],
    });
    switch (one.kind) {
      case 'anew':
        replays.push(...branches.map((branch) => ({ branch, given: before })));
        break;
      case 'same':
        replays.push(...branches.map((branch) => behind(said(own), branch)));
        break;
      case 'text':
        replays.push(...branches.map((branch) => behind(one.says, branch)));
        break;
      case 'other': {
        const others = silencedBut(otherwise(own.role, one.iteration), own.role);
        const asked = await play(
          others,
          branches.map((branch) => ({ branch, given: before })),
        );
        replays.push(...asked.map((episode, index) => behind(said(at(episode.record().messages, message)), at(branches, index))));
        break;
      }
    }
  }
  const played = await play(context, replays);
  return tries.map(({ message }, index) =>
    played.slice(index * count, (index + 1) * count).map((episode) => outcomeOf(episode, message, turns)),
  );
}

/** Only this agent's message is wanted: the others need not say anything. */
const silencedBut = (context: RolloutContext, role: string): RolloutContext => ({
  ...context,
  voices: context.voices.map((voice, agent) => (context.document.team.agents[agent]?.role === role ? voice : { ...voice, silent: true })),
});

function outcomeOf(episode: Episode, message: number, turns: boolean): TryOutcome {
  const { reward, messages } = episode.record();
  const own = messages[message];
  return { reward, said: own ? said(own) : null, ...(turns ? { turns: episode.playedTurns() } : {}) };
}
