/** The glossary: complete by the design's list of words, findable by any name, linked from whatever of the page a word stands behind. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AGENT_PATHS } from '../../../../../src/page/state/settings/agentFields.ts';
import { metricTitle } from '../../../../../src/page/kit/charts/metricTitle.ts';
import { findTerms, TERM_IDS } from '../../../../../src/page/kit/help/findTerms.ts';
import { AGENT_TERMS, CHART_TERMS, settingTerm, WARM_TERMS } from '../../../../../src/page/kit/help/termLinks.ts';
import { termUses } from '../../../../../src/page/shell/learn/termUses.ts';
import {
  agentText,
  inspectText,
  isTermId,
  settingsText,
  type TermId,
  termsChinese,
  termsText,
  text,
} from '../../../../../src/words/words.ts';
import { SETTINGS } from '../../../../../src/page/state/settings/settingsTable.ts';
import { WARM_DEFAULTS, type WarmSettingId } from '../../../../../src/page/state/settings/warmFields.ts';
import { CHART_IDS, CHARTS } from '../../../../../src/page/state/charts/chartSpecs.ts';

/** The words of DESIGN §2, and those of the field that lessons and papers use. */
const DESIGN =
  'agent role label team dependency episode turn message segment trajectory iteration update advantages returns values logprobs ref_logprobs ratio entropy response_mask document run';
const FIELD = [
  ...['LaMAS', 'Flex-MG', 'Flex-POMDP', 'DEC-POMDP', 'GAE', 'TD error', 'clipped objective', 'trust region', 'KL', 'CTDE', 'LoRA'],
  ...['adapter', 'rank', 'RLOO', 'Shapley value', 'counterfactual', 'common random numbers', 'importance sampling', 'GRPO', 'group'],
  ...[
    'TPPO',
    'APPO',
    'PPO',
    'REINFORCE',
    'critic',
    'value head',
    'baseline',
    'policy',
    'reward-to-go',
    'discount factor',
    'credit assignment',
  ],
  ...['lazy agent', 'free riding', 'HAPPO', 'parameter sharing', 'VinePPO', 'pass@k', 'PEFT', 'safetensors', 'SFT', 'behaviour cloning'],
  ...['target_modules', 'lora_alpha', 'profile', 'orchestrator', 'topology', 'bootstrapping', 'nucleus sampling', 'policy gradient', 'lr'],
];

/** Metrics that say what their unit says and no word of the glossary. */
const PLAIN_METRICS = [
  'iteration',
  'timing_s/credit',
  'timing_s/evaluate',
  'perf/sampled_tokens',
  'perf/reused_prompt_tokens',
  'perf/rows_per_step',
];
/** Fields without a word: what they hold nothing here reads (the flag goes into exported profiles only). */
const PLAIN_FIELDS = ['withAnswer'];

describe('words', () => {
  it('has every word of the design, by its own id', () => {
    for (const id of DESIGN.split(' ')) expect(isTermId(id), id).toBe(true);
  });
  it('finds the words of the field, the word so called first', () => {
    for (const word of FIELD) {
      const [first] = findTerms(word);
      expect(first, word).toBeDefined();
      if (!first) continue;
      const { name, also = [], near = '' } = termsText.entries[first];
      expect([name, ...also, near].join(' ').toLowerCase(), word).toContain(word.toLowerCase());
    }
  });
  it('says each in a sentence or two, with a source, and no name twice', () => {
    for (const id of TERM_IDS) {
      const { name, says, source, also = [] } = termsText.entries[id];
      expect(says, id).toMatch(/^\p{Lu}.{30,330}\.$/u);
      expect(source.text.length, id).toBeGreaterThan(3);
      expect(source.url ?? 'https://none', id).toMatch(/^https?:\/\/\S+$/);
      for (const other of also) expect(other.toLowerCase(), id).not.toBe(name.toLowerCase());
    }
    const names = TERM_IDS.flatMap((id) => [termsText.entries[id].name, ...(termsText.entries[id].also ?? [])]).map((name) =>
      name.toLowerCase(),
    );
    expect(
      names.filter((name, index) => names.indexOf(name) !== index),
      'two words of one name',
    ).toEqual([]);
  });
  it('gives each its Chinese name, found by search', () => {
    for (const id of TERM_IDS) expect(termsChinese[id], id).toMatch(/\p{Script=Han}|\(|^[A-Z-]+/u);
    const names = TERM_IDS.map((id) => termsChinese[id]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(findTerms('优势')[0]).toBe('advantages');
    expect(findTerms('适配器')[0]).toBe('adapter');
    expect(findTerms('信任域')[0]).toBe('trustRegion');
  });
});

/** Words whose name, or another of their names, stands in `label`. */
function wordsIn(label: string): TermId[] {
  const said = ` ${label.toLowerCase().replaceAll(/[^\p{L}\p{N}@]+/gu, ' ')} `;
  return TERM_IDS.filter((id) => {
    const { name, also = [] } = termsText.entries[id];
    return [name, ...also].some((one) =>
      said.includes(
        ` ${one
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}@]+/gu, ' ')
          .trim()} `,
      ),
    );
  });
}

describe('links to the words', () => {
  it('lead there from every chart, setting and field whose name is one', () => {
    const shown: readonly (readonly [string, string, TermId | null])[] = [
      ...CHART_IDS.map((id) => [`chart ${id}`, inspectText.charts.terms[id].title, CHART_TERMS[id]] as const),
      ...SETTINGS.map(({ id }) => [`setting ${id}`, settingsText.fields[id].label, settingTerm(id)] as const),
      ...AGENT_PATHS.map((path) => [path, agentText.fields[path].label, AGENT_TERMS[path]] as const),
      ...(Object.keys(WARM_DEFAULTS) as WarmSettingId[])
        .filter((id) => id in WARM_TERMS)
        .map((id) => [`warmStart ${id}`, text.warmStart.fields[id].label, WARM_TERMS[id]] as const),
    ];
    expect(shown.length).toBeGreaterThan(100);
    expect(wordsIn('KL weight'), 'the test can tell').toContain('klPenalty');
    for (const [id, label, term] of shown) {
      if (PLAIN_FIELDS.includes(id)) continue;
      expect(term, `“${label}” (${id}; words in it: ${wordsIn(label).join(', ') || 'none'}) leads to no word`).not.toBeNull();
    }
  });
  it('lead there from every metric that a chart draws and that recorded runs hold', () => {
    const folders = readdirSync('public/recorded');
    const recorded = folders.flatMap((folder) =>
      ['metrics.jsonl', 'timing.jsonl'].flatMap((file) =>
        readFileSync(`public/recorded/${folder}/${file}`, 'utf8')
          .split('\n')
          .slice(0, 3)
          .filter(Boolean)
          .flatMap((line) => Object.keys(JSON.parse(line) as object)),
      ),
    );
    const drawn = Object.values(CHARTS).flatMap((lines) =>
      lines.map(({ metric }) => metric.replace('{role}', 'solver').replace('{k}', '4')),
    );
    const metrics = new Set([...recorded, ...drawn, 'guard/early_stop', 'guard/rollback']);
    expect(metrics.size).toBeGreaterThan(60);
    expect([...metrics].filter((metric) => metricTitle(metric).term === null && !PLAIN_METRICS.includes(metric))).toEqual([]);
  });
  it('lead back: a word tells the charts and settings it stands behind', () => {
    expect(termUses('kl').map(({ id }) => id)).toEqual(['chart klRef', 'setting klRefEstimator']);
    expect(termUses('rank').map(({ name }) => name)).toEqual(['setting “Critic rank”', 'agent’s setting “Rank”']);
    expect(termUses('shapley')).toEqual([]);
  });
});
