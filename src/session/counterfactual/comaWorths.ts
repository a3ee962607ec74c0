/**
 * COMA of a run that was not trained with it: what every message and others in its place are worth to a critic, which is fitted when it is
 * asked. The team plays more episodes; by ridge regression on the frozen base's features before a message's last token, under what the
 * run's critic reads, Q is fitted to what the speaker earned in the whole episode, the unit of C3 and of the truth. One for all agents of a base where
 * the run's critic is (`critic.kind: shared`), else each agent's own.
 */
import { at, look, orElse } from '../../core/at.ts';
import { received } from '../../core/credit/advantages/tree.ts';
import { baseNameOf } from '../../core/document/bases.ts';
import type { CounterfactualRecord, EpisodeRecord, MessageRecord } from '../../core/episode/records.ts';
import { fitRidge, type RidgeRow } from '../../core/statistics/ridge.ts';
import type { RolloutContext } from '../play/rollout.ts';
import type { TeamVoices } from '../play/teamVoices.ts';
import { bare } from '../update/alternativeValues.ts';
import { alternatives } from './alternatives.ts';
import { type MoreEpisodes, playMore, shownToCritic } from './playMore.ts';

/** Every message of the records, and behind it each of the others in its place, in the state that it was said in. */
export function withOthers(records: readonly EpisodeRecord[], others: readonly (readonly CounterfactualRecord[])[]): MessageRecord[][] {
  return records.flatMap(({ messages }, episode) =>
    messages.map((message, index) => [
      message,
      ...at(at(others, episode, 'episode'), index, 'message').others.map(({ response_ids }) => ({ ...bare(message), response_ids })),
    ]),
  );
}

/** By episode and message. NaN is the worth of messages of an agent that spoke in fewer than two of the episodes that were fitted to. */
export async function comaWorths(
  context: RolloutContext,
  speakers: TeamVoices,
  asked: readonly EpisodeRecord[],
  { alternatives: count, ...more }: MoreEpisodes & { readonly alternatives: number },
): Promise<CounterfactualRecord[][]> {
  const { document } = context;
  const { critic, credit } = document.training;
  const others = await alternatives(context, asked, { algorithm: 'coma', alternatives: count, continuations: 1 });
  const played = await shownToCritic(context, await playMore(context, asked, more), critic.reads);
  const shown = await shownToCritic(context, asked, critic.reads);

  const said = played.flatMap(({ messages }) => messages);
  const valued = withOthers(shown, others).flat();
  const features = await speakers.features([...said, ...valued], 'last');

  const criticOf = new Map(
    document.team.agents.map((agent) => [agent.role, critic.kind === 'shared' ? baseNameOf(document, agent) : agent.role] as const),
  );
  const rows = new Map<string, RidgeRow[]>();
  let next = 0;
  played.forEach(({ messages, rewards }, group) => {
    for (const { role } of messages) {
      const model = look(criticOf, role, 'critic');
      const row = { features: at(features, next++, 'state'), target: received(role, rewards, credit.ownShare), group };
      rows.set(model, [...orElse(rows.get(model), []), row]);
    }
  });
  const fitted = new Map([...rows].map(([model, own]) => [model, fitRidge(own)]));
  const worth = (role: string): Readonly<Record<string, number>> => {
    const state = at(features, next++, 'state');
    return { [role]: orElse(fitted.get(look(criticOf, role, 'critic'))?.predict(state), Number.NaN) };
  };
  return others.map((messages, episode) =>
    messages.map((held, index): CounterfactualRecord => {
      const { role } = at(at(asked, episode, 'episode').messages, index, 'message');
      return { worth: worth(role), others: held.others.map((other) => ({ ...other, worth: worth(role) })) };
    }),
  );
}
