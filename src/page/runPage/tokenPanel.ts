/** What is known of one token, and where its advantage comes from: the microscope's numbers, by the microscope's own functions. */
import type { EpisodeRecord } from '../../core/episode/records.ts';
import {
  AGREEMENT,
  type Decision,
  decisionsOf,
  recursionStep,
  shownAdvantage,
  type ShownAdvantage,
} from '../features/inspect/microscope/microscope.ts';
import { errorOf, exact, formulaOf, nameOfTerm, type Piece, stepOf, taughtOf, termOf } from '../features/inspect/microscope/written.ts';
import type { BatchCredit, Taught } from '../state/reading/batchCredit.ts';
import { channelOf, CHANNELS, SIGNED, tokenGlyph, tokenNumbers, vocabularyOf, type Channel } from '../state/reading/tokens.ts';
import { formatNumber, formatSigned } from '../kit/figures/format.ts';
import { agentIndex, agentName } from '../kit/figures/lineStyle.ts';
import { agentColor } from '../kit/theme/agentColors.ts';
import type { TokenRef } from '../kit/tokens/tokenNavigation.ts';
import { GAP, inspectText, microscopeText as words } from '../../words/words.ts';
import { colored, h, on } from '../kit/plain/dom.ts';
import type { Reading } from './transcript.ts';

const text = inspectText.token;

export interface TokenPanel {
  readonly element: HTMLElement;
  readonly show: (ref: TokenRef | null, channel: Channel) => void;
}

/** Of an episode; `onPoint` hears which token a term leads to. */
export function tokenPanel(credit: BatchCredit, episode: EpisodeRecord, reading: Reading, onPoint: (ref: TokenRef) => void): TokenPanel {
  const element = h('aside', { class: 'panel', 'aria-label': text.heading });
  const decisions = decisionsOf(episode, credit);
  const unexplained = credit.unexplained(episode);
  return {
    element,
    show: (ref, channel) => {
      if (!ref) return element.replaceChildren(h('p', { class: 'hint' }, text.none));
      const numbers = numbersOf(credit, episode, ref, channel, reading);
      if (unexplained) return element.replaceChildren(numbers, h('p', { class: 'hint' }, words.lights.unknown[unexplained]));
      const advantage = shownAdvantage(credit, episode, decisions, ref);
      element.replaceChildren(
        numbers,
        h('h3', {}, `${words.heading} `, h('span', { class: 'fact' }, words.estimator[advantage.estimator])),
        ...[credit.level === 'message' && h('p', { class: 'hint' }, words.perMessage)].filter((part) => part !== false),
        sumOf(advantage, credit, episode),
        ...recursionOf(credit, episode, decisions, ref),
        termsOf(advantage, episode, reading, onPoint),
      );
    },
  };
}

function numbersOf(credit: BatchCredit, episode: EpisodeRecord, ref: TokenRef, channel: Channel, reading: Reading): HTMLElement {
  const message = episode.messages[ref.message];
  if (!message) throw new RangeError(`There is no message ${ref.message}.`);
  const { id, refLogprob } = tokenNumbers(message, ref.token);
  const { document: project, vocabularies, scheme } = reading;
  const speaker = h('dt', { class: 'speaker' }, agentName(project, message.role));
  const glyph = tokenGlyph(vocabularyOf(vocabularies, project, message.role)[id], id).text;
  const where = `${text.position(ref.token, message.response_ids.length)} · ${text.id} ${id}`;
  const cells = CHANNELS.flatMap((key) => {
    const { values, absence } = channelOf(credit, episode, key);
    // What this run has nothing of is said where its channel is chosen.
    if (absence) return [];
    const { title, unit } = text.channels[key];
    const write = SIGNED[key] && key !== 'ratio' && key !== 'value' && key !== 'return' && key !== 'reward' ? formatSigned : formatNumber;
    const value = values[ref.message]?.[ref.token] ?? Number.NaN;
    return [cell(title, write(value), unit, { 'data-channel': key, 'data-current': key === channel })];
  });
  return h(
    'dl',
    { class: 'numbers' },
    h(
      'div',
      {},
      colored(speaker, agentColor(agentIndex(project, message.role), scheme)),
      h('dd', {}, h('code', {}, glyph), h('span', { class: 'fact' }, ` ${where}`)),
    ),
    ...cells,
    cell(text.refLogprob, formatNumber(refLogprob), text.channels.logprob.unit, {}),
  );
}

const cell = (name: string, value: string, unit: string, attributes: Readonly<Record<string, string | boolean>>): HTMLElement =>
  h('div', attributes, h('dt', {}, name), h('dd', {}, value, unit ? h('span', { class: 'fact' }, ` ${unit}`) : null));

/** Symbols in italics, with what stands below them. */
const written = (pieces: readonly Piece[]): (Node | string)[] =>
  pieces.map((piece) =>
    typeof piece === 'string'
      ? piece
      : h('span', { class: 'symbol' }, h('i', {}, piece.symbol), piece.sub === undefined ? null : h('sub', {}, piece.sub)),
  );

function sumOf(advantage: ShownAdvantage, credit: BatchCredit, episode: EpisodeRecord): HTMLElement {
  const { sum, recorded, difference, agrees, baseline, decision } = advantage;
  const normalized = credit.normalized(episode);
  const taught = credit.taught(episode, decision);
  const trained = normalized.absence ? Number.NaN : (normalized.values[decision.message]?.[decision.token] ?? Number.NaN);
  const line = (name: string, value: string, key: string): HTMLElement =>
    h('div', {}, h('dt', {}, name), h('dd', { 'data-sum': key }, value));
  const partial = credit.compares && !credit.whole ? words.differsPart(credit.records.length, credit.training.episodes) : '';
  return h(
    'div',
    {},
    h('p', { class: 'formula' }, ...written(formulaOf(advantage)), h('strong', {}, formatSigned(sum))),
    baseline && baseline.scale !== 1 ? h('p', { class: 'hint' }, words.scale) : null,
    h(
      'dl',
      { class: 'sums' },
      line(words.sum, exact(sum), 'sum'),
      line(words.recorded, exact(recorded), 'recorded'),
      line(words.difference, formatNumber(difference), 'difference'),
      Number.isFinite(trained) ? line(taught ? words.taught.recorded : words.trained, formatSigned(trained), 'trained') : null,
    ),
    // With a teacher there is another reason than normalisation.
    !taught && trained * recorded < 0 ? h('p', { class: 'hint' }, words.turned(trained > 0)) : null,
    ...(taught ? taughtLines(taught, advantage) : []),
    agrees ? null : h('p', { class: 'alarm', role: 'alert' }, `${words.differs(formatNumber(AGREEMENT))}${GAP}${partial}`),
  );
}

/** What the teacher adds to it, and what was trained on. */
const taughtLines = (taught: Taught, advantage: ShownAdvantage): HTMLElement[] => [
  h('p', { class: 'hint' }, taught.alone ? words.taught.alone : words.taught.added),
  h(
    'p',
    { class: 'formula', 'data-sum': 'taught' },
    ...written(taughtOf(taught, advantage)),
    h('strong', {}, taught.sum === null ? '?' : formatSigned(taught.sum)),
  ),
  ...(taught.agrees === false ? [h('p', { class: 'alarm', role: 'alert' }, words.taught.differs)] : []),
];

/** Of an estimator with a critic, the step of the recursion that makes this advantage. */
function recursionOf(credit: BatchCredit, episode: EpisodeRecord, decisions: readonly Decision[], ref: TokenRef): HTMLElement[] {
  const step = recursionStep(credit, episode, decisions, ref);
  if (!step) return [];
  return [
    h('p', { class: 'formula' }, ...written(stepOf(step)), h('strong', {}, formatSigned(step.step.advantage))),
    h('p', { class: 'formula' }, ...written(errorOf(step.step, step.decision.t))),
  ];
}

function termsOf(
  { strongest, others }: ShownAdvantage,
  episode: EpisodeRecord,
  reading: Reading,
  onPoint: (ref: TokenRef) => void,
): HTMLElement {
  const { document: project, vocabularies, scheme } = reading;
  const rows = strongest.map((shown) => {
    const { decision, term, strength } = shown;
    const bar = h('span', { class: 'bar', 'data-sign': term.amount < 0 ? 'negative' : 'positive' });
    bar.style.width = `${strength * 100}%`;
    const name = decision ? tokenButton(decision) : h('span', {}, nameOfTerm(term));
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, name, ' ', h('span', { class: 'term' }, ...written(termOf(shown)))),
      h('td', {}, bar, formatSigned(term.amount)),
    );
  });
  function tokenButton(decision: Decision): HTMLElement {
    const id = episode.messages[decision.message]?.response_ids[decision.token] ?? -1;
    const glyph = tokenGlyph(vocabularyOf(vocabularies, project, decision.role)[id], id).text;
    const agent = colored(
      h('span', { class: 'speaker' }, agentName(project, decision.role)),
      agentColor(agentIndex(project, decision.role), scheme),
    );
    const button = h(
      'button',
      { type: 'button', class: 'quiet', 'aria-label': words.go(decision.t + 1) },
      agent,
      ' ',
      h('code', {}, glyph),
    );
    on(button, 'click', () => onPoint({ message: decision.message, token: decision.token }));
    return button;
  }
  const rest =
    others.count > 0
      ? h(
          'tr',
          {},
          h('th', { scope: 'row' }, strongest.length === 0 ? words.allZero(others.count) : words.others(others.count)),
          h('td', {}, formatSigned(others.amount)),
        )
      : null;
  const columns = h('tr', {}, h('th', { scope: 'col' }, words.columns.token), h('th', { scope: 'col' }, words.columns.amount));
  return h(
    'table',
    { class: 'terms', 'aria-label': words.terms },
    h('caption', {}, words.terms),
    h('thead', {}, columns),
    h('tbody', {}, ...rows, rest),
  );
}
