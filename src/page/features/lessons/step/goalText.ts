/** What a learner is waited for to do, in words; names are those that stand on the page. */
import type { Goal } from '../../../../core/lessons/goals.ts';
import type { StageAt } from '../../../../core/lessons/lesson.ts';
import { AGENT_PATHS } from '../../../state/settings/agentFields.ts';
import { metricTitle } from '../../../kit/charts/metricTitle.ts';
import { formatTick } from '../../../kit/figures/format.ts';
import { agentText, inspectText, type LessonsCatalogue, settingsText, text } from '../../../../words/words.ts';

type Words = LessonsCatalogue['goal'];

export function goalText(goal: Goal, words: Words): string {
  switch (goal.is) {
    case 'at':
      return words.all(placeParts(goal.at, words));
    case 'agent':
      return words.agent(goal.role);
    case 'token':
      return words.token(goal.role);
    case 'episode':
      return words.outcome[goal.outcome];
    case 'edge':
      return words.edge(goal.from, goal.to, goal.drawn);
    case 'prompt':
      return words.prompt(goal.role);
    case 'setting': {
      const name = settingName(goal.path, words);
      if ('equals' in goal) return words.setting(name, valueText(goal.equals, words));
      return 'atLeast' in goal ? words.settingLeast(name, formatTick(goal.atLeast)) : words.settingMost(name, formatTick(goal.atMost));
    }
    case 'changed':
      return words.any(goal.paths.map((path) => words.changed(settingName(path, words))));
    case 'read-run':
      return words.readRun(settingName(goal.path, words), valueText(goal.equals, words));
    case 'trained':
      return words.trained(goal.iterations);
    case 'metric': {
      const [side, value] = 'above' in goal ? (['above', goal.above] as const) : (['below', goal.below] as const);
      return words.metric(metricTitle(goal.name).title, goal.over, side, formatTick(value));
    }
    case 'happened':
      return words.happenings[goal.what];
    case 'all':
      return words.all(goal.of.map((part) => partText(part, words)));
    case 'any':
      return words.any(goal.of.map((part) => partText(part, words)));
  }
}

/** A part of a goal; one of several is held together, since “a, or b, and c” says two things. */
function partText(part: Goal, words: Words): string {
  const said = goalText(part, words);
  const parts = part.is === 'all' || part.is === 'any' ? part.of : part.is === 'changed' ? part.paths : [];
  return parts.length > 1 ? words.group(said) : said;
}

function placeParts({ place, tab, view, channel, role, iteration, episode, message, token }: StageAt, words: Words): string[] {
  const channels: Readonly<Record<string, { readonly title: string }>> = inspectText.token.channels;
  return [
    // A tab or a view says where it is.
    place !== undefined && tab === undefined && view === undefined ? words.place(text.shell.place[place].name) : null,
    tab === undefined ? null : words.tab(text.shell.trainingTab[tab]),
    view === undefined ? null : words.view(inspectText.views[view]),
    channel === undefined ? null : words.channel(channels[channel]?.title ?? channel),
    role === undefined ? null : words.agent(role),
    iteration === undefined ? null : words.iteration(iteration),
    episode === undefined ? null : words.episode(episode),
    message === undefined ? null : words.message(message),
    token === undefined ? null : words.tokenAt(token),
  ].filter((part) => part !== null);
}

/** As the page names a setting: of the training, of the team, or of one agent. */
function settingName(path: string, words: Words): string {
  const [, role, own] = /^team\.agents\.([^.]+)\.(.+)$/.exec(path) ?? [];
  const agentPath = AGENT_PATHS.find((known) => known === own);
  if (role !== undefined) return words.ofAgent(agentPath ? agentText.fields[agentPath].label : (own ?? ''), role);
  const fields: Readonly<Record<string, { readonly label: string }>> = settingsText.fields;
  return fields[path.replace(/^training\./, '')]?.label ?? path;
}

function valueText(value: string | number | boolean | null, words: Words): string {
  if (typeof value === 'number') return formatTick(value);
  if (typeof value === 'boolean') return value ? words.on : words.off;
  if (value === null || value === '') return words.nothing;
  const options: Readonly<Record<string, string>> = settingsText.options;
  return words.quoted(options[value] ?? value);
}
