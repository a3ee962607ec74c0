/**
 * Every edit of the document can be undone and done again: random rows of all of them, by the page's own actions and core's
 * own functions, on the page's own store. The seed stands in the name of each test.
 */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { duplicateAgents } from '../../../../../src/core/editing/copies.ts';
import * as edits from '../../../../../src/core/editing/edits.ts';
import { parseDocument } from '../../../../../src/core/document/parse.ts';
import { PRESETS, type PresetName } from '../../../../../src/core/document/presets/presets.ts';
import { exportProfiles, importProfiles } from '../../../../../src/core/editing/profiles.ts';
import { documentSchema, type ProjectDocument } from '../../../../../src/core/document/schema.ts';
import { applySettingsPreset, SETTINGS_PRESET_NAMES } from '../../../../../src/core/editing/settingsPresets.ts';
import { TEAMS, withTeam } from '../../../../../src/core/document/presets/teams.ts';
import { ALGORITHMS, COMPAT } from '../../../../../src/core/document/trainingSchema.ts';
import { clipText, parseClip, pasteClip } from '../../../../../src/core/editing/clipboard.ts';
import { AGENT_PATHS, resetAgent, setAgent } from '../../../../../src/page/state/settings/agentFields.ts';
import { takeAgent } from '../../../../../src/page/kit/projects/agentFiles.ts';
import {
  applyTemplate,
  everybodyLearns,
  onlyThisLearns,
  sampleAs,
  toggleFrozen,
} from '../../../../../src/page/features/team/agent/presetActions.ts';
import { agentFileText } from '../../../../../src/core/editing/agentFile.ts';
import { SAMPLING_PRESET_NAMES, TEMPLATE_NAMES } from '../../../../../src/core/document/presets/agentPresets.ts';
import { ALIGNMENTS } from '../../../../../src/page/features/team/model/alignment.ts';
import { pasteText } from '../../../../../src/page/features/team/model/clipboardActions.ts';
import { commandForKey, teamCommands } from '../../../../../src/page/features/team/canvas/commands.ts';
import { NODE_SIZE, positionsOf } from '../../../../../src/page/features/team/model/layout.ts';
import * as team from '../../../../../src/page/features/team/model/teamActions.ts';
import { attachDataset, MATH_FROM_FILE, removeDataset } from '../../../../../src/page/features/environment/dataset/actions.ts';
import { resetSettings, setSetting } from '../../../../../src/page/state/settings/settingValues.ts';
import { SETTINGS } from '../../../../../src/page/state/settings/settingsTable.ts';
import { setWarmSetting, WARM_DEFAULTS, type WarmSettingId } from '../../../../../src/page/state/settings/warmFields.ts';
import { typeEnvironmentSource } from '../../../../../src/page/state/consent/consent.ts';
import { builtInEnvironment, presetProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { documentStore, type DocumentState } from '../../../../../src/page/state/document/document.ts';
import { dice, type Dice } from '../../../support/dice.ts';

vi.mock('@mantine/notifications', () => ({ notifications: { show: () => undefined, hide: () => undefined } }));
afterAll(() => vi.doUnmock('@mantine/notifications')); // files of unit tests share a process

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const DATASET = {
  name: 'rows.jsonl',
  digest: 'a'.repeat(64),
  rows: 12,
  columns: { answer: { column: 'a', part: 'final' as const } },
  split: { column: '', test: 0.25 },
  sample: 0,
  seed: 3,
};
const VALUES = [0, 1, 2, 7, 0.5, 1e-4, true, false, null, '', 'static', 'dynamic', 'parents', 'prefix', ...ALGORITHMS];

const now = (): ProjectDocument => documentStore.getState().document;
const store = (): DocumentState => documentStore.getState();

const SHIPPED = await Promise.all((Object.keys(PRESETS) as PresetName[]).map(presetProject));
const TRIO = await presetProject('trio');
const MATH = await builtInEnvironment(MATH_FROM_FILE);

/** Everything a person can do to the document, by name. What is refused changes nothing. */
const ACTIONS: Readonly<Record<string, (roll: Dice) => void>> = {
  // Core's own functions, whatever the page makes of them.
  ...Object.fromEntries(
    Object.entries(edits)
      .filter(([, value]) => typeof value === 'function')
      .map(([name]) => [`edits.${name}`, (roll: Dice) => coreEdit(name as keyof typeof edits, roll)]),
  ),
  duplicateAgents: (roll) => void store().edit((document) => duplicateAgents(document, some(roll), {}).document),
  pasteClip: (roll) =>
    void store().edit((document) => pasteClip(document, parseClip(clipText(document, some(roll), positionsOf(document))), []).document),
  // The canvas.
  add: (roll) => team.addAgentAt(roll.below(2) ? positionIn(roll) : undefined),
  addConnected: (roll) => team.addConnected(role(roll), roll.of(['hearer', 'speaker'] as const), positionIn(roll), roll.below(3)),
  duplicate: (roll) => team.duplicate(some(roll)),
  rename: (roll) => void team.renameTo(role(roll), `${letter(roll)}${roll.below(4)}`),
  remove: (roll) => void team.removeFromTeam(some(roll).slice(0, 2), now().team.edges.slice(0, roll.below(2)), roll.below(2)),
  connect: (roll) => team.connectAgents(role(roll), role(roll), roll.below(3)),
  disconnect: (roll) => team.disconnectAgents(role(roll), role(roll)),
  move: (roll) => team.moveAgents({ [role(roll)]: positionIn(roll) }, 'move'),
  arrange: () => team.arrangeTeam(),
  align: (roll) => {
    team.selectAgents(some(roll));
    team.alignAgents(
      roll.of(ALIGNMENTS),
      Object.fromEntries(Object.entries(positionsOf(now())).map(([name, at]) => [name, { ...at, ...NODE_SIZE }])),
    );
  },
  paste: (roll) => pasteText(roll.below(4) ? clipText(now(), some(roll), positionsOf(now())) : 'something else'),
  command: (roll) => {
    const command = roll.of(teamCommands.filter(({ id }) => !['team.copy', 'team.cut', 'team.paste', 'team.fit'].includes(id)));
    if (!command.refused?.()) command.run();
  },
  // The editors.
  agentField: (roll) => void setAgent(role(roll), roll.of([...AGENT_PATHS, 'label']), roll.of(VALUES)),
  agentReset: (roll) => resetAgent(role(roll), roll.below(2) ? AGENT_PATHS : [roll.of(AGENT_PATHS)]),
  agentPreset: (roll) =>
    roll.below(2) ? applyTemplate(role(roll), roll.of(TEMPLATE_NAMES)) : sampleAs(role(roll), roll.of(SAMPLING_PRESET_NAMES)),
  whoLearns: (roll) => [toggleFrozen, onlyThisLearns, everybodyLearns][roll.below(3)]?.(role(roll)),
  agentFile: (roll) => takeAgent(role(roll), roll.below(3) ? agentFileText(now(), role(roll)) : '{"role": "x", "prompt": "{role}"}'),
  setting: (roll) => void setSetting(roll.of(SETTINGS).id, roll.of(VALUES)),
  laterTurn: (roll) => void setSetting('team.turns', [{ turn: 1 + roll.below(3), edges: now().team.edges }]),
  compat: (roll) => void setSetting(`compat.${roll.of(COMPAT)}`, roll.below(2) === 1),
  resetSettings: () => resetSettings(),
  settingsPreset: (roll) => void store().edit((document) => applySettingsPreset(document, roll.of(SETTINGS_PRESET_NAMES))),
  warmStart: (roll) =>
    void setWarmSetting(roll.of(Object.keys(WARM_DEFAULTS) as WarmSettingId[]), roll.of([1, 20, 0.5, 'new_base', 'adapters'])),
  environment: (roll) => typeEnvironmentSource(`${now().environment.source}${letter(roll)}`),
  dataset: (roll) => attachDataset(DATASET, roll.below(2) === 1 ? MATH : null),
  noDataset: () => removeDataset(DATASET),
  name: (roll) => void store().edit((document) => ({ ...document, name: `Project ${letter(roll)}` })),
  // The project as a whole.
  preset: (roll) => void store().edit(() => roll.of(SHIPPED)),
  team: (roll) => void store().edit((document) => withTeam(document, roll.of(TEAMS))),
  profiles: () => void store().edit((document) => importProfiles(exportProfiles(document).profiles, document).document),
  // Not an edit, but between edits.
  commit: () => store().commitBurst(),
  pause: () => void vi.advanceTimersByTime(1500),
  undo: () => store().undo(),
  redo: () => store().redo(),
};

function coreEdit(name: keyof typeof edits, roll: Dice): void {
  const first = role(roll);
  const burst = roll.below(3) === 0 ? `${name}:${first}` : undefined;
  const change = (document: ProjectDocument): ProjectDocument => {
    switch (name) {
      case 'freeRole':
        return edits.addAgent(document, { role: edits.freeRole(document, letter(roll)) });
      case 'addAgent':
        return edits.addAgent(document, { prompt: letter(roll) }, roll.below(2) ? positionIn(roll) : undefined);
      case 'renameAgent':
        return edits.renameAgent(document, first, roll.of(['a', 'B', 'judge', 'x1', '1x', 'con']));
      case 'removeAgent':
        return edits.removeAgent(document, first);
      case 'connect':
        return edits.connect(document, first, role(roll), roll.below(3));
      case 'disconnect':
        return edits.disconnect(document, first, role(roll), roll.below(3));
      case 'updateAgent':
        return edits.updateAgent(document, first, { label: letter(roll), observes: roll.below(2) === 1 });
      case 'setPrompt':
        return edits.setPrompt(document, first, letter(roll));
      case 'setEnvironmentSource':
        return edits.setEnvironmentSource(document, letter(roll));
      case 'moveAgent':
        return edits.moveAgent(document, first, positionIn(roll));
      default:
        return name satisfies never;
    }
  };
  store().edit(change, burst);
}

const role = (roll: Dice): string => roll.of(now().team.agents).role;
const some = (roll: Dice): string[] => [...new Set([role(roll), role(roll), role(roll)])];
const positionIn = (roll: Dice) => ({ x: roll.below(900), y: roll.below(600) - 300 });
const letter = (roll: Dice): string => String.fromCharCode(97 + roll.below(26));

const NAMES = Object.keys(ACTIONS);
const STEPS = 80;

describe('undo and redo of every edit', () => {
  it.each(Array.from({ length: 24 }, (_, seed) => seed))('undo all is the start, redo all is the end (seed %i)', (seed) => {
    const roll = dice(seed);
    const initial = roll.of(SHIPPED);
    documentStore.setState({ document: initial, past: [], future: [] });
    store().commitBurst();
    const before = JSON.stringify(initial);
    for (let step = 0; step < STEPS; step += 1) {
      // Each action has its turn in some test, whatever the dice say.
      const name = step < 2 ? NAMES[(2 * seed + step) % NAMES.length]! : roll.of(NAMES);
      ACTIONS[name]!(roll);
    }
    while (store().future.length > 0) store().redo();
    const final = now();
    const afterwards = JSON.stringify(final);
    const count = store().past.length;
    expect(count).toBeGreaterThan(10);
    const states = [...store().past, final];
    expect(documentSchema.safeParse(final).success, 'what edits make is a document').toBe(true);
    expect(parseDocument(afterwards)).toEqual(final);

    for (let step = count; step > 0; step -= 1) {
      expect(now()).toBe(states[step]);
      store().undo();
    }
    expect(store().past).toHaveLength(0);
    expect(now()).toEqual(initial);
    expect(JSON.stringify(now()), 'no edit changed a snapshot in place').toBe(before);

    while (store().future.length > 0) store().redo();
    expect(store().past).toHaveLength(count);
    expect(now()).toEqual(final);
    expect(JSON.stringify(now())).toBe(afterwards);
  });

  it('knows every function of core that edits', () => {
    const functions = Object.entries(edits).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
    expect(functions.length).toBeGreaterThan(8);
    for (const name of functions) expect(NAMES).toContain(`edits.${name}`);
    expect(2 * 24, 'each action comes first in some test').toBeGreaterThanOrEqual(NAMES.length);
  });
});

describe('what takes several edits at once', () => {
  it('is one undo step: deleting, duplicating, pasting, arranging, aligning, adding connected', () => {
    const initial = TRIO;
    const check = (act: () => void): void => {
      documentStore.setState({ document: initial, past: [], future: [] });
      act();
      expect(store().past).toHaveLength(1);
      store().undo();
      expect(now()).toEqual(initial);
    };
    check(() => void team.removeFromTeam(['planner', 'solver'], []));
    check(() => team.duplicate(['planner', 'solver', 'verifier']));
    check(() => pasteText(clipText(initial, ['planner', 'solver'], positionsOf(initial))));
    check(() => team.addConnected('solver', 'hearer', { x: 0, y: 400 }));
    check(() => team.positionAgents({ planner: { x: 1, y: 2 }, solver: { x: 3, y: 4 } }));
    check(() => {
      for (const x of [5, 10, 15]) team.moveAgents({ planner: { x, y: 0 } }, 'move:planner'); // a row of arrow keys
    });
    check(() => {
      documentStore.setState({ document: initial, past: [], future: [] });
      team.selectAgents(['planner', 'verifier']);
      team.alignAgents('left', { planner: { x: 0, y: 0, ...NODE_SIZE }, verifier: { x: 640, y: 0, ...NODE_SIZE } });
    });
  });

  it('changes nothing when it is refused half-way', () => {
    documentStore.setState({ document: TRIO, past: [], future: [] });
    const before = now();
    team.removeFromTeam(['planner', 'solver', 'verifier'], []);
    expect(now()).toBe(before);
    expect(store().past).toHaveLength(0);
  });
});

describe('keys of the canvas', () => {
  const key = (name: string, held: Partial<KeyboardEvent> = {}) =>
    commandForKey({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held })?.id ?? null;

  it('belong to one command each, and those of the clipboard to the browser', () => {
    expect(key('a')).toBe('team.add');
    expect(key('a', { ctrlKey: true })).toBe('team.selectAll');
    expect(key('A', { metaKey: true })).toBe('team.selectAll');
    expect(key('Backspace')).toBe('team.remove');
    expect(key('d', { ctrlKey: true })).toBe('team.duplicate');
    for (const name of ['c', 'x', 'v']) expect(key(name, { ctrlKey: true })).toBeNull();
    expect(key('a', { altKey: true })).toBeNull();
    const keys = teamCommands.flatMap((command) => command.keys ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
