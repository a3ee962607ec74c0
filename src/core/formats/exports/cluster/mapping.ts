/** MAPPING.md: where every setting of the project runs once a server has the policies, what changes, and what is refused. */
import { agentIsFrozen } from '../../../document/derived.ts';
import type { AgentSettings, ProjectDocument } from '../../../document/schema.ts';
import { clusterText } from '../../../../words/words.ts';
import type { ExpectedServer, JobInput } from './input.ts';
import { markdownText } from '../markdownText.ts';
import { cell, faultList, type SettingMaps, settingRows, type SettingRow, table } from '../settingRows.ts';
import { SERVERS } from './servers.ts';
import { AGENT_SETTINGS, DATASET_SETTINGS, type Mapped, PROJECT_SETTINGS, TRAINING_SETTINGS, WARM_START_SETTINGS } from './settingsMap.ts';

const words = clusterText.mapping;

export function mappingFile({ document, servers }: JobInput): string {
  return [
    `# ${words.title(markdownText(document.name))}`,
    words.intro,
    `## ${words.refusedTitle}`,
    words.expected,
    ...servers.map(refusedBy),
    `## ${words.scaleTitle}`,
    words.scale,
    scaleTable(document, servers),
    `## ${words.settingsTitle}`,
    words.where,
    settingsTable(document),
    '',
  ].join('\n\n');
}

function refusedBy({ kind, refused }: ExpectedServer): string {
  return `### ${SERVERS[kind].title}\n\n${refused.length === 0 ? words.nothingRefused : faultList(refused)}`;
}

function scaleTable({ team }: ProjectDocument, servers: readonly ExpectedServer[]): string {
  const rows = team.agents.map(({ role, adapter }) => [
    role,
    `${adapter.rank}`,
    `${adapter.alpha}`,
    plain(adapter.alpha / adapter.rank),
    ...servers.map(({ fixedAlpha }) => scaleThere(adapter, fixedAlpha)),
  ]);
  return table([words.agent, words.rank, 'α', words.factor, ...servers.map(({ kind }) => SERVERS[kind].title)], rows);
}

/** The rank that keeps α ÷ rank where α is fixed; null where no whole rank does. */
export function rankOfSameScale({ rank, alpha }: Pick<AgentSettings['adapter'], 'rank' | 'alpha'>, fixedAlpha: number): number | null {
  const same = (fixedAlpha * rank) / alpha;
  return Number.isInteger(same) ? same : null;
}

function scaleThere(adapter: AgentSettings['adapter'], fixedAlpha: number | null): string {
  if (fixedAlpha === null || fixedAlpha === adapter.alpha) return words.asAsked;
  const same = rankOfSameScale(adapter, fixedAlpha);
  const instead = plain(fixedAlpha / adapter.rank);
  return same === null ? words.noRank(fixedAlpha, instead) : words.sameScale(fixedAlpha, instead, same, plain(same / adapter.rank));
}

const MAPS: SettingMaps<Mapped> = {
  project: PROJECT_SETTINGS,
  agent: AGENT_SETTINGS,
  dataset: DATASET_SETTINGS,
  training: TRAINING_SETTINGS,
  warmStart: WARM_START_SETTINGS,
};

/** Every setting of the document by its path, with its value and where it runs. */
export function mappedSettings(document: ProjectDocument): readonly SettingRow<Mapped>[] {
  const frozen = document.team.agents.filter((agent) => agentIsFrozen(document, agent));
  const rates = new Set(frozen.map(({ role }) => `team.agents.${role}.adapter.learningRate`));
  // Nothing of an optimiser reaches an adapter that never learns.
  return settingRows(document, MAPS).map((row) => (rates.has(row.path) ? { ...row, map: { runs: 'nowhere', note: 'frozen' } } : row));
}

function settingsTable(document: ProjectDocument): string {
  const rows = mappedSettings(document).map(({ path, value, map }) => [
    `\`${path}\``,
    cell(value, words.empty),
    words.runs[map.runs],
    words.notes[map.note],
  ]);
  return table([words.setting, words.value, words.runsOn, words.changes], rows);
}

/** At most three digits behind the point, and none that are zero. */
const plain = (value: number): string => `${Number(value.toFixed(3))}`;
