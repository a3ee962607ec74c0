/**
 * COMA's advantages of messages that were said (Foerster et al. 2018, eq. 4): Q of the message less the mean Q of others that its agent
 * says to the same prompt. Q is a critic of all that was said, one of each agent's messages, fitted to episodes that the team plays
 * for it, by ridge regression on the frozen base's features under a message's last word; nobody plays on. Summing over all actions is
 * for policies of few actions: messages are sequences, so samples stand for them.
 */
import { at, orElse } from '../../core/at.ts';
import { COMA_OTHERS } from '../../core/challenges/tools.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { mean } from '../../core/statistics/intervals.ts';
import { fitRidge, type RidgeRow } from '../../core/statistics/ridge.ts';
import { alternatives } from '../counterfactual/alternatives.ts';
import { withOthers } from '../counterfactual/comaWorths.ts';
import { type EpisodePlan, type RolloutContext, rollOut } from '../play/rollout.ts';
import type { TeamVoices } from '../play/teamVoices.ts';

export interface ComaParts {
  readonly context: RolloutContext;
  readonly speakers: Pick<TeamVoices, 'features'>;
  /** Episodes that its critic is fitted to. */
  readonly fit: readonly EpisodePlan[];
}

/** The mean advantage of each role's messages in `asked`, which were recorded with what a critic of the transcript reads; null of one that said nothing. */
export async function comaAdvantages({ context, speakers, fit }: ComaParts, asked: readonly EpisodeRecord[]): Promise<(number | null)[]> {
  const played = (await rollOut(context, fit, { reads: 'transcript' })).map((episode) => episode.record());
  const rows = new Map<string, RidgeRow[]>();
  const features = await speakers.features(
    played.flatMap(({ messages }) => messages),
    'last',
  );
  played
    .flatMap(({ messages, reward }, group) => messages.map(({ role }) => ({ role, target: reward, group })))
    .forEach(({ role, ...row }, index) => rows.set(role, [...orElse(rows.get(role), []), { ...row, features: at(features, index) }]));
  const critics = new Map([...rows].map(([role, own]) => [role, fitRidge(own)]));

  // No episode is played for the others: they are only said.
  const others = await alternatives(context, asked, { algorithm: 'coma', alternatives: COMA_OTHERS, continuations: 1 });
  const candidates = withOthers(asked, others);
  const read = await speakers.features(candidates.flat(), 'last');
  let next = 0;
  const advantages = new Map<string, number[]>();
  for (const messages of candidates) {
    const { role } = at(messages, 0, 'message');
    const critic = critics.get(role);
    const [own, ...rest] = messages.map(() => critic?.predict(at(read, next++)));
    if (own === undefined || !rest.every((value) => value !== undefined)) continue;
    advantages.set(role, [...orElse(advantages.get(role), []), own - mean(rest)]);
  }
  return context.document.team.agents.map(({ role }) => {
    const found = advantages.get(role);
    return found ? mean(found) : null;
  });
}
