/** An episode to read: its messages, what each was shown, and every sampled token on its shade. */
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../core/episode/records.ts';
import { isRight } from '../state/runs/episodes.ts';
import { shadeOf, SIGNED, tokenGlyph, vocabularyOf, type ShownChannel } from '../state/reading/tokens.ts';
import type { Vocabularies } from '../../../workers/trainer/protocol.ts';
import { toolTokens } from '../../core/episode/tools.ts';
import { formatNumber, formatSigned } from '../kit/figures/format.ts';
import { agentIndex, agentName, type Scheme } from '../kit/figures/lineStyle.ts';
import { agentColor } from '../kit/theme/agentColors.ts';
import { type TokenRef, neighbour } from '../kit/tokens/tokenNavigation.ts';
import { CLAUSE, inspectText } from '../../words/words.ts';
import { colored, folded, h, on } from '../kit/plain/dom.ts';

const { message: said, reader } = inspectText;

export interface Reading {
  readonly document: ProjectDocument;
  readonly vocabularies: Vocabularies;
  readonly scheme: Scheme;
}

export interface Transcript {
  readonly element: HTMLElement;
  /** Colours every token anew. */
  readonly shade: (shown: ShownChannel, range: number) => void;
  /** Marks the token that is looked at; with `focus` the keyboard goes there too. */
  readonly mark: (ref: TokenRef, focus: boolean) => void;
}

interface Listeners {
  /** The token that is pointed at for a moment; null for none. */
  readonly onHover: (ref: TokenRef | null) => void;
  readonly onPoint: (ref: TokenRef) => void;
}

export function transcriptOf(episode: EpisodeRecord, reading: Reading, { onHover, onPoint }: Listeners): Transcript {
  const buttons: HTMLButtonElement[][] = [];
  const refs = new Map<Element, TokenRef>();
  const messages = episode.messages.map((message, index) => {
    const { element, tokens } = messageOf(message, index, episode, reading);
    buttons.push(tokens);
    tokens.forEach((button, token) => refs.set(button, { message: index, token }));
    return element;
  });
  const element = h('div', { class: 'messages' }, ...messages);
  const refOf = (event: Event): TokenRef | null => (event.target instanceof Element ? (refs.get(event.target) ?? null) : null);
  on(element, 'pointerover', (event) => onHover(refOf(event)));
  on(element, 'pointerleave', () => onHover(null));
  on(element, 'click', (event) => {
    const ref = refOf(event);
    if (ref) onPoint(ref);
  });
  on(element, 'focusin', (event) => {
    const ref = refOf(event);
    if (ref) onPoint(ref);
  });
  on(element, 'keydown', (event) => {
    const from = refOf(event);
    const to = from && neighbour(episode.messages, from, event.key);
    if (!to) return;
    event.preventDefault();
    buttons[to.message]?.[to.token]?.focus();
  });

  let marked: HTMLButtonElement | undefined;
  const enter = (button: HTMLButtonElement | undefined): void => {
    if (marked) marked.tabIndex = -1;
    marked?.removeAttribute('aria-current');
    marked = button;
    if (marked) marked.tabIndex = 0;
  };
  enter(buttons.flat()[0]);
  return {
    element,
    shade: ({ channel, byToken }, range) => {
      const write = SIGNED[channel] && channel !== 'value' && channel !== 'ratio' ? formatSigned : formatNumber;
      const { title } = inspectText.token.channels[channel];
      buttons.forEach((tokens, message) =>
        tokens.forEach((button, token) => {
          const value = byToken.values[message]?.[token] ?? Number.NaN;
          const { side, strength } = shadeOf(value, channel, range);
          button.dataset['side'] = side;
          button.style.setProperty('--strength', `${Math.round(strength * 100)}%`);
          button.setAttribute('aria-label', said.token(button.textContent ?? '', title, write(value)));
        }),
      );
    },
    mark: ({ message, token }, focus) => {
      enter(buttons[message]?.[token]);
      marked?.setAttribute('aria-current', 'true');
      if (focus) marked?.focus();
    },
  };
}

export const verdictText = (right: boolean | null): string | null => (right === null ? null : right ? reader.right : reader.wrong);

/** Which episode it is and how it went. */
export function episodeHead(episode: EpisodeRecord): HTMLElement {
  const right = isRight(episode);
  return h(
    'header',
    { class: 'episode' },
    h('h3', {}, reader.episode(episode.episode)),
    h('span', { class: 'fact' }, reader.split[episode.split]),
    h(
      'span',
      { class: 'verdict', 'data-right': right === true, 'data-wrong': right === false },
      reader.outcome(verdictText(right), formatNumber(episode.reward)),
    ),
    ...Object.entries(episode.skills ?? {}).map(([name, value]) => h('span', { class: 'fact' }, `${name} ${formatNumber(value)}`)),
    episode.truncated && h('span', { class: 'fact' }, reader.truncated),
    h('p', { class: 'problem' }, h('span', { class: 'fact' }, `${reader.problem} `), episode.problem),
  );
}

function messageOf(message: MessageRecord, index: number, episode: EpisodeRecord, reading: Reading) {
  const { document: project, vocabularies, scheme } = reading;
  const name = agentName(project, message.role);
  const vocabulary = vocabularyOf(vocabularies, project, message.role);
  const seen = message.sees.map((position) => said.seen(episode.messages[position]?.role ?? '', position));
  const facts = [
    said.turn(message.turn),
    message.call > 0 && said.call(message.call),
    said.sees(seen),
    !Number.isNaN(message.adapter_version) && said.version(message.adapter_version),
    message.temperature !== 1 && !Number.isNaN(message.temperature) && said.temperature(formatNumber(message.temperature)),
    message.tools && said.toolFact(message.tools.length, toolTokens(message)),
    message.started !== undefined &&
      message.arrived !== undefined &&
      said.times(formatNumber(message.started), formatNumber(message.arrived)),
    message.finish_reason !== null && said.finishes[message.finish_reason],
    message.response_ids.length === 0 && message.advantages.length === 1 && said.advantage(formatSigned(message.advantages[0])),
  ].filter((fact) => typeof fact === 'string');
  const thoughts = message.segments.filter(({ source }) => source === 'thought');
  const start = message.prompt_ids.length;
  const tokens = message.response_ids.map((id, token) => {
    const { text, symbol } = tokenGlyph(vocabulary[id], id);
    const thought = thoughts.some((segment) => segment.start <= start + token && start + token < segment.end);
    return h('button', { type: 'button', class: 'token', tabindex: -1, 'data-symbol': symbol, 'data-thought': thought }, text);
  });
  const broken = message.response_ids.map((id) => tokenGlyph(vocabulary[id], id).breaks);
  const element = h(
    'section',
    { class: 'message', 'data-message': index, 'aria-label': `${name}${CLAUSE}${said.turn(message.turn)}` },
    h('div', { class: 'head' }, h('span', { class: 'speaker' }, name), h('span', { class: 'fact' }, facts.join(' · '))),
    promptOf(message, vocabulary, reading),
    h(
      'div',
      { class: 'response', role: 'group', 'aria-label': said.response(message.role) },
      // Of a run of another trainer there may be a text without its tokens.
      tokens.length === 0 && message.text !== '' ? h('span', { class: 'plain' }, message.text) : null,
      ...tokens.flatMap((button, token) => {
        const tools = message.tools?.filter(({ after }) => after === token + 1) ?? [];
        const answers = tools.map(({ call, ids, text }) =>
          h('span', { class: 'tool', role: 'note', title: said.tool(call, ids.length) }, text),
        );
        return [button, ...(broken[token] ? [h('br')] : []), ...answers];
      }),
    ),
  );
  return { element: colored(element, agentColor(agentIndex(project, message.role), scheme)), tokens };
}

/** Exactly the tokens the agent saw, by the kind of segment. */
function promptOf(message: MessageRecord, vocabulary: readonly string[], { document: project, scheme }: Reading): HTMLElement {
  const scaffold = message.segments.filter(({ kind, start, end }) => kind === 'scaffold' && end > start);
  return folded(
    message.prompt_ids.length === 0 && message.prompt_parts ? said.promptText : said.prompt(message.prompt_ids.length),
    () => [
      message.prompt_ids.length > 0 ? h('p', { class: 'hint' }, said.promptHint) : null,
      ...(message.prompt_parts ?? []).map(({ role, text }) =>
        h('div', { class: 'segment' }, h('span', { class: 'fact' }, role), h('span', {}, text)),
      ),
      ...scaffold.map(({ source, role, start, end }) => {
        const text = message.prompt_ids.slice(start, end).flatMap((id) => {
          const { text: glyph, symbol, breaks } = tokenGlyph(vocabulary[id], id);
          return [h('span', { class: 'given', 'data-symbol': symbol, title: id }, glyph), breaks ? h('br') : null];
        });
        const segment = h(
          'div',
          { class: 'segment' },
          h('span', { class: 'fact' }, said.segment(said.sources[source], role)),
          h('span', {}, ...text),
        );
        const speaker = role === undefined ? -1 : agentIndex(project, role);
        return speaker < 0 ? segment : colored(segment, agentColor(speaker, scheme));
      }),
    ],
    { class: 'prompt' },
  );
}
