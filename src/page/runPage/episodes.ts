/** The episodes of the file: which iteration, which of its episodes, and the one that is read beside the microscope. */
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { firstAnswer, isRight } from '../state/runs/episodes.ts';
import { centreOf, channelRange, CHANNELS, shownChannel, SIGNED, type Channel, type ShownChannel } from '../state/reading/tokens.ts';
import { formatNumber, formatSigned } from '../kit/figures/format.ts';
import type { Scheme } from '../kit/figures/lineStyle.ts';
import type { TokenRef } from '../kit/tokens/tokenNavigation.ts';
import { COLON, COMMA, inspectText, runPageText as words, STOP } from '../../words/words.ts';
import { h, on } from '../kit/plain/dom.ts';
import type { EmbeddedRun, ReadIteration } from './embeddedRun.ts';
import { tokenPanel } from './tokenPanel.ts';
import { episodeHead, type Reading, transcriptOf, verdictText } from './transcript.ts';

const { reader, token: tokenWords } = inspectText;

/** What is looked at; kept over a change of colours. */
export interface Position {
  iteration: number | null;
  /** Index into the iteration's episodes. */
  episode: number | null;
  token: TokenRef | null;
  channel: Channel;
}

export function episodes(run: EmbeddedRun, scheme: Scheme, position: Position): HTMLElement {
  const { iterations, document: project } = run.head;
  const heading = h('h2', { id: 'episodes' }, words.episodes);
  if (iterations.length === 0) return h('section', { 'aria-labelledby': 'episodes' }, heading, h('p', { class: 'hint' }, words.noEpisodes));
  const reading: Reading = { document: project, vocabularies: run.vocabularies, scheme };
  const select = h('select', { id: 'iteration' }, ...iterations.map((iteration) => h('option', { value: iteration }, String(iteration))));
  const count = h('span', { class: 'fact', role: 'status' });
  const list = h('div', { class: 'list', role: 'group', 'aria-label': reader.list });
  const pane = h('div', { class: 'reading' });

  const read = (iteration: ReadIteration, index: number): void => {
    const episode = iteration.episodes[index];
    if (!episode) return;
    if (position.episode !== index) Object.assign(position, { episode: index, token: null });
    for (const button of list.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button.dataset['index'] === String(index)));
    pane.replaceChildren(...readingOf(iteration, episode, reading, position));
  };
  const open = (number: number): void => {
    const iteration = run.iteration(number);
    if (position.iteration !== number) Object.assign(position, { iteration: number, episode: null, token: null });
    select.value = String(number);
    list.replaceChildren();
    pane.replaceChildren();
    if (!iteration) return count.replaceChildren(words.broken);
    count.replaceChildren(words.episodesOf(iteration.readable.length, iteration.episodes.length));
    list.append(...iteration.readable.flatMap((index) => optionOf(iteration, index, () => read(iteration, index))));
    read(iteration, position.episode ?? iteration.readable[0] ?? 0);
  };
  on(select, 'change', () => open(Number(select.value)));
  open(position.iteration ?? iterations.at(-1) ?? 0);
  return h(
    'section',
    { 'aria-labelledby': 'episodes' },
    heading,
    h('div', { class: 'tools' }, h('label', { for: 'iteration' }, words.iteration), select, count),
    h('div', { class: 'columns' }, list, pane),
  );
}

function optionOf({ episodes: all }: ReadIteration, index: number, onChoose: () => void): HTMLElement[] {
  const episode = all[index];
  if (!episode) return [];
  const right = isRight(episode);
  const [verdict, reward] = [verdictText(right), formatNumber(episode.reward)];
  const answer = firstAnswer(episode) || reader.silent;
  const button = h(
    'button',
    {
      type: 'button',
      'data-index': index,
      'aria-pressed': 'false',
      'aria-label': reader.option(episode.episode, verdict, reward, episode.problem, answer),
    },
    h(
      'span',
      { class: 'verdict', 'data-right': right === true, 'data-wrong': right === false },
      [episode.episode, verdict, reward].filter((part) => part !== null).join(' · '),
    ),
    h('span', { class: 'fact' }, episode.problem),
  );
  on(button, 'click', onChoose);
  return [button];
}

function readingOf(iteration: ReadIteration, episode: EpisodeRecord, reading: Reading, position: Position): HTMLElement[] {
  const { credit } = iteration;
  let channel: Channel = position.channel;
  const show = (ref: TokenRef | null): void => panel.show(ref, channel);
  const point = (ref: TokenRef, focus = false): void => {
    position.token = ref;
    transcript.mark(ref, focus);
    show(ref);
  };
  const transcript = transcriptOf(episode, reading, { onHover: (ref) => show(ref ?? position.token), onPoint: (ref) => point(ref) });
  const panel = tokenPanel(credit, episode, reading, (ref) => point(ref, true));
  const legend = h('span', { class: 'legendBox' });
  const select = h(
    'select',
    { 'aria-label': tokenWords.channel },
    ...CHANNELS.map((value) => h('option', { value }, tokenWords.channels[value].title)),
  );
  const shade = (): void => {
    const shown = shownChannel(credit, episode, position.channel);
    const range = channelRange(credit, shown.channel);
    channel = shown.channel;
    transcript.shade(shown, range);
    legend.replaceChildren(...legendOf(shown, range));
    show(position.token);
  };
  select.value = position.channel;
  on(select, 'change', () => {
    position.channel = CHANNELS.find((value) => value === select.value) ?? position.channel;
    shade();
  });
  shade();
  if (position.token) transcript.mark(position.token, false);
  return [
    h(
      'article',
      { 'aria-label': reader.episode(episode.episode) },
      episodeHead(episode),
      h('div', { class: 'tools' }, select, legend),
      transcript.element,
    ),
    panel.element,
  ];
}

/** The colour scale with its ends and its centre, or why nothing is coloured. */
function legendOf({ channel, byToken: { absence }, rawBecause }: ShownChannel, range: number): HTMLElement[] {
  const note = rawBecause ? [h('span', { class: 'fact' }, tokenWords.rawInstead(tokenWords.absent[rawBecause]))] : [];
  if (absence) return [h('span', { class: 'fact' }, tokenWords.absent[absence])];
  if (range <= 0) return [h('span', { class: 'fact' }, channel === 'ratio' ? tokenWords.flatRatio : tokenWords.flat), ...note];
  const { title, unit } = tokenWords.channels[channel];
  const signed = SIGNED[channel];
  const centre = centreOf(channel);
  const low = signed ? formatNumber(centre - range) : '0';
  const end = channel === 'logprob' ? formatNumber(-range) : signed && centre === 0 ? formatSigned(range) : formatNumber(centre + range);
  const middle = signed ? formatNumber(centre) : '';
  return [
    h(
      'span',
      {
        class: 'legend',
        role: 'img',
        title: tokenWords.clamped,
        'aria-label': `${tokenWords.legend(title)}${COLON}${[low, middle, end].filter(Boolean).join(COMMA)} ${unit}${STOP}${tokenWords.clamped}`,
      },
      low,
      h('span', { class: 'scale', 'data-signed': String(signed) }, middle),
      `${end} ${unit}`,
    ),
    ...note,
  ];
}
