/**
 * Critics of other kinds than a run trained, so that they can be judged beside its own: each is fitted to the same new episodes of the team
 * that is asked, and says what the states of recorded episodes are worth. Most are ridge regressions on the frozen base's features; those with
 * adapters learn to read (`fitAdapters.ts`). None of the recorded episodes, nor any of their problems where there are others, is fitted to.
 */
import { at, look, orElse } from '../../core/at.ts';
import { type CreditedBatch, isCharged, returnsFrom } from '../../core/counterfactual/criticReturns.ts';
import { type CriticValues, type FittedCritic, FITTED_CRITICS, type FittedCriticId } from '../../core/counterfactual/criticErrors.ts';
import { baseNameOf, teamBaseNames } from '../../core/document/bases.ts';
import type { CriticReads } from '../../core/document/trainingSchema.ts';
import type { EnvironmentInfo } from '../../core/environment/contract.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { fitRidge, type Ridge, type RidgeRow } from '../../core/statistics/ridge.ts';
import type { RolloutContext } from '../play/rollout.ts';
import type { TeamVoices } from '../play/teamVoices.ts';
import { adaptedDocument, type AdaptedRow, EPOCHS, fitAdapted } from './fitAdapters.ts';
import { type MoreEpisodes, playMore, shownToCritic } from './playMore.ts';

const READS: Readonly<Record<FittedCriticId, CriticReads>> = {
  own: 'speaker',
  shared: 'speaker',
  transcript: 'transcript',
  state: 'state',
  own_adapters: 'speaker',
  transcript_adapters: 'transcript',
  state_adapters: 'state',
};

export interface FittingOptions extends MoreEpisodes {
  /** Whether those with adapters are fitted too. */
  readonly adapters?: boolean;
  /** The batch the asked episodes were credited in. */
  readonly credit: CreditedBatch;
  readonly info: Pick<EnvironmentInfo, 'splits' | 'hooks'>;
}

/** The episodes that are fitted to and those that are asked about, as a critic is shown them; with what came of the states of the former. */
interface Shown {
  readonly episodes: readonly EpisodeRecord[];
  /** The frozen base's features of the states before their messages, in their order. */
  readonly features: readonly Float32Array[];
  /** By episode that is fitted to, and message; null where nothing is known to come. */
  readonly targets: readonly (readonly (number | null)[])[];
}

/** Those that read the hidden state only where the environment tells one. */
export async function fittedCritics(
  context: RolloutContext,
  speakers: TeamVoices,
  asked: readonly EpisodeRecord[],
  { adapters = false, onProgress, ...options }: FittingOptions,
): Promise<FittedCritic[]> {
  const wanted = FITTED_CRITICS.filter(
    (critic) => (adapters || !isAdapted(critic)) && (READS[critic] !== 'state' || options.info.hooks.privileged),
  );
  const epochs = EPOCHS * teamBaseNames(context.document).length * wanted.filter(isAdapted).length;
  const told = (done: number): void => onProgress?.(done, options.fit + epochs);
  const played = await playMore(context, asked, { ...options, onProgress: told });
  const { training } = context.document;
  if (isCharged(training, options.credit)) await speakers.scoreReferences(played);
  const targets = played.map((record) =>
    record.messages.map((_, message) => returnsFrom([record], message, options.credit, training)?.[0] ?? null),
  );
  const shown = new Map<CriticReads, Shown>();
  for (const reads of new Set(wanted.map((critic) => READS[critic]))) {
    const episodes = await shownToCritic(context, [...played, ...asked], reads);
    shown.set(reads, { episodes, features: await speakers.features(episodes.flatMap(({ messages }) => messages)), targets });
  }
  const found: FittedCritic[] = [];
  let passed = options.fit;
  for (const critic of wanted) {
    const states = look(shown, READS[critic]);
    const fitted = isAdapted(critic)
      ? adaptedValues(context, speakers, states, () => told((passed += 1)))
      : ridgeValues(context, critic, states);
    found.push({ critic, values: await fitted });
  }
  told(options.fit + epochs);
  return found;
}

const isAdapted = (critic: FittedCriticId): boolean => critic.endsWith('_adapters');

/** What critics with adapters of each agent's own say of the states of the last episodes; null of agents that had nothing to learn from. */
async function adaptedValues(
  { document }: RolloutContext,
  speakers: TeamVoices,
  { episodes, targets }: Shown,
  told: () => void,
): Promise<CriticValues> {
  const agentOf = new Map(document.team.agents.map(({ role }, index) => [role, index]));
  const states = episodes.map(({ messages }) => messages.map((record) => ({ record, agent: look(agentOf, record.role, 'agent') })));
  const values = states.slice(targets.length).map((own): (number | null)[] => own.map(() => null));
  for (const { agents, critic } of speakers.openCritics(adaptedDocument(document))) {
    const rows = targets.flatMap((own, group) =>
      own.flatMap((target, message): AdaptedRow[] => {
        const state = at(at(states, group, 'episode'), message, 'state');
        return target === null || !agents.includes(state.agent) ? [] : [{ ...state, target, group }];
      }),
    );
    const learnt = new Set(rows.map(({ agent }) => agent));
    const places = states
      .slice(targets.length)
      .flatMap((own, episode) => own.flatMap(({ agent }, message) => (learnt.has(agent) ? [{ episode, message }] : [])));
    const asked = places.map(({ episode, message }) => at(at(states, targets.length + episode, 'episode'), message, 'state'));
    const said = rows.length > 0 ? await fitAdapted(critic, rows, asked, document.training.seed, told) : [];
    places.forEach(({ episode, message }, index) => (at(values, episode, 'episode')[message] = at(said, index, 'value')));
  }
  return values;
}

/** The states of the last episodes as the critic values them, which is fitted to those of the first. */
function ridgeValues({ document }: RolloutContext, critic: FittedCriticId, { episodes, features, targets }: Shown): CriticValues {
  const modelOf = new Map(
    document.team.agents.map((agent) => [agent.role, critic === 'own' ? agent.role : baseNameOf(document, agent)] as const),
  );
  let next = 0;
  const states = episodes.map(({ messages }) =>
    messages.map(({ role }) => ({ model: modelOf.get(role), features: at(features, next++, 'state') })),
  );
  const rows = new Map<string | undefined, RidgeRow[]>();
  targets.forEach((own, group) =>
    own.forEach((target, message) => {
      if (target === null) return;
      const { model, features: read } = at(at(states, group, 'episode'), message, 'state');
      rows.set(model, [...orElse(rows.get(model), []), { features: read, target, group }]);
    }),
  );
  const fitted = new Map<string | undefined, Ridge | null>([...rows].map(([model, own]) => [model, fitRidge(own)]));
  return states.slice(targets.length).map((own) => own.map(({ model, features: read }) => fitted.get(model)?.predict(read) ?? null));
}
