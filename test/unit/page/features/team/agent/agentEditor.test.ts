/** The pure parts of the agent editor, and what its actions do to the document. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  AGENT_PATHS,
  agentDefault,
  agentValue,
  isAgentChanged,
  resetAgent,
  setAgent,
  setAgents,
} from '../../../../../../src/page/state/settings/agentFields.ts';
import { AGENT_COMMANDS } from '../../../../../../src/page/features/team/agent/commands.ts';
import {
  applyTemplate,
  everybodyLearns,
  onlyThisLearns,
  sampleAs,
  toggleFrozen,
} from '../../../../../../src/page/features/team/agent/presetActions.ts';
import { drawnSegments, fillOf, promptAt } from '../../../../../../src/page/features/team/agent/prompt/previewModel.ts';
import { completionsOf, doubtsIn, marksIn, valuesNow } from '../../../../../../src/page/features/team/agent/prompt/promptMarks.ts';
import { ROLE_TEMPLATES, samplingPresetOf } from '../../../../../../src/core/document/presets/agentPresets.ts';
import { addAgent, connect } from '../../../../../../src/core/editing/edits.ts';
import { agentSchema } from '../../../../../../src/core/document/schema.ts';
import { PLACEHOLDERS } from '../../../../../../src/core/team/placeholders.ts';
import { cursorStore } from '../../../../../../src/page/state/address/cursor.ts';
import { defaultProject } from '../../../../../../src/page/state/document/defaultProject.ts';
import { documentStore } from '../../../../../../src/page/state/document/document.ts';
import type { PromptPreview, ShownPrompt } from '../../../../../../src/page/state/prompts/promptPreview.ts';

const agentNow = (role: string) => documentStore.getState().document.team.agents.find((agent) => agent.role === role)!;
const undone = () => {
  const { past } = documentStore.getState();
  return past.length;
};

beforeEach(() => {
  documentStore.getState().edit(() => defaultProject());
  documentStore.getState().commitBurst();
});

describe('an agent’s settings', () => {
  it('are all in the editor, save those with fields of their own', () => {
    const paths: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`);
      else paths.push(path);
    };
    walk(agentSchema.parse({ role: 'a' }), '');
    expect(paths.filter((path) => !['role', 'label', 'prompt'].includes(path)).sort()).toEqual([...AGENT_PATHS].sort());
  });
  it('are marked when changed, and reset as one undo step', () => {
    for (const path of AGENT_PATHS) resetAgent('planner', [path]);
    expect(AGENT_PATHS.filter((path) => isAgentChanged(agentNow('planner'), path))).toEqual([]);
    setAgent('planner', 'sampling.temperature', 2);
    setAgent('planner', 'adapter.targets', ['q_proj']);
    setAgent('planner', 'observes', false);
    expect(AGENT_PATHS.filter((path) => isAgentChanged(agentNow('planner'), path))).toEqual([
      'sampling.temperature',
      'observes',
      'adapter.targets',
    ]);
    const before = undone();
    resetAgent('planner', AGENT_PATHS);
    expect(undone()).toBe(before + 1);
    for (const path of AGENT_PATHS) expect(agentValue(agentNow('planner'), path), path).toEqual(agentDefault(path));
    expect(agentNow('planner').prompt, 'the prompt is no setting').not.toBe('');
  });
});

describe('several agents', () => {
  it('are given a setting as one undo step, or none of them', () => {
    const before = undone();
    expect(setAgents(['planner', 'solver'], 'sampling.temperature', 0.5)).toBeNull();
    expect([agentNow('planner').sampling.temperature, agentNow('solver').sampling.temperature]).toEqual([0.5, 0.5]);
    expect(undone()).toBe(before + 1);
    expect(setAgents(['planner', 'solver'], 'sampling.temperature', 50)).not.toBeNull();
    expect(agentNow('planner').sampling.temperature).toBe(0.5);
  });
});

describe('shortcuts', () => {
  it('apply a template as one undo step and leave role, adapter and connections', () => {
    const before = documentStore.getState().document;
    applyTemplate('solver', 'verifier');
    const { prompt, sampling, adapter } = agentNow('solver');
    expect(prompt).toBe(ROLE_TEMPLATES.verifier.prompt);
    expect(sampling).toMatchObject(ROLE_TEMPLATES.verifier.sampling);
    expect(adapter).toEqual(before.team.agents[1]?.adapter);
    documentStore.getState().undo();
    expect(documentStore.getState().document).toEqual(before);
  });
  it('name an agent that nobody has named, with its template, as one undo step', () => {
    const { edit } = documentStore.getState();
    edit((document) => connect(addAgent(document), 'solver', 'agent'));
    const before = documentStore.getState().document;
    applyTemplate('agent', 'short_verifier');
    const { agents, edges } = documentStore.getState().document.team;
    expect(agents.map(({ role }) => role)).toEqual(['planner', 'solver', 'verifier']);
    expect(edges).toContainEqual({ from: 'solver', to: 'verifier' });
    expect(cursorStore.getState().role).toBe('verifier');
    applyTemplate('verifier', 'critic');
    expect(agentNow('verifier').prompt, 'a name that was given stays').toBe(ROLE_TEMPLATES.critic.prompt);
    documentStore.getState().undo();
    documentStore.getState().undo();
    expect(documentStore.getState().document).toEqual(before);
    documentStore.getState().undo();
  });
  it('choose a way to sample and leave the length', () => {
    const { maxNewTokens } = agentNow('planner').sampling;
    sampleAs('planner', 'exploring');
    expect(samplingPresetOf(agentNow('planner'))).toBe('exploring');
    expect(agentNow('planner').sampling.maxNewTokens).toBe(maxNewTokens);
  });
  it('say who learns', () => {
    toggleFrozen('planner');
    expect(agentNow('planner').adapter.frozen).toBe(true);
    onlyThisLearns('planner');
    expect([agentNow('planner').adapter.frozen, agentNow('solver').adapter.frozen]).toEqual([false, true]);
    everybodyLearns();
    expect([agentNow('planner').adapter.frozen, agentNow('solver').adapter.frozen]).toEqual([false, false]);
  });
});

describe('the commands', () => {
  it('have ids and titles of their own, and say when no agent is selected', () => {
    expect(new Set(AGENT_COMMANDS.map(({ id }) => id)).size).toBe(AGENT_COMMANDS.length);
    expect(new Set(AGENT_COMMANDS.map(({ title }) => title)).size).toBe(AGENT_COMMANDS.length);
    const freeze = AGENT_COMMANDS.find(({ id }) => id === 'agent.freeze')!;
    cursorStore.getState().move({ role: null });
    expect(freeze.refused?.()).toBe('Select an agent first.');
    freeze.run();
    expect(documentStore.getState().document.team.agents.some(({ adapter }) => adapter.frozen)).toBe(false);
    cursorStore.getState().move({ role: 'solver' });
    expect(freeze.refused?.()).toBeNull();
    freeze.run();
    expect(agentNow('solver').adapter.frozen).toBe(true);
  });
});

describe('a prompt’s marks', () => {
  const { team } = defaultProject();
  const values = valuesNow(team, 'solver', []);
  it('say what a placeholder stands for now, and what is none', () => {
    const prompt = 'I am {role}, not {{role}} nor {rolle}; {x} too.';
    expect(marksIn(prompt, values).map(({ kind, message }) => [kind, message])).toEqual([
      ['meaning', 'This agent’s role, as others see it in its header. {role} is “solver” for now.'],
      ['plain', 'Read as the text {role}.'],
      ['doubt', '“{rolle}” is no placeholder, so the agent reads it as written. Did you mean {role}?'],
      ['doubt', '“{x}” is no placeholder, so the agent reads it as written.'],
    ]);
    expect(doubtsIn(prompt).map(({ name, nearest }) => [name, nearest])).toEqual([
      ['rolle', 'role'],
      ['x', null],
    ]);
  });
  it('offer all there are', () => {
    expect(completionsOf(values).map(({ text }) => text)).toEqual(PLACEHOLDERS.map((name) => `{${name}}`));
    expect(completionsOf(values).find(({ text }) => text === '{sees}')?.detail).toBe('planner');
  });
  it('know no values where the team waits for itself', () => {
    const cyclic = { ...team, edges: [...team.edges, { from: 'solver', to: 'planner' }] };
    expect(valuesNow(cyclic, 'solver', [])).toBeNull();
    expect(marksIn('{sees}', null)).toHaveLength(1);
  });
});

describe('a preview', () => {
  const shown = (prompt: number, response: number): ShownPrompt => ({
    turn: 0,
    call: 0,
    promptIds: Array.from({ length: prompt }, (_, at) => at),
    responseIds: Array.from({ length: response }, (_, at) => 9000 + at),
    texts: Array.from({ length: prompt + response }, (_, at) => `t${at}`),
    segments: [
      { kind: 'scaffold', source: 'system', start: 0, end: 0 },
      { kind: 'scaffold', source: 'observation', start: 0, end: prompt },
      { kind: 'sampled', source: 'response', role: 'a', start: prompt, end: prompt + response, example: 'recorded' },
    ],
  });
  it('draws every token once, in order, and says where an example comes from', () => {
    const [problem, answer] = drawnSegments(shown(5, 2), false);
    expect(problem?.tokens.map(({ text, id }) => [text, id])).toEqual([0, 1, 2, 3, 4].map((at) => [`t${at}`, at]));
    expect(answer).toMatchObject({ sampled: true, example: 'recorded', folded: 0 });
    expect(answer?.tokens.map(({ id }) => id)).toEqual([9000, 9001]);
  });
  it('folds the middle of what is long until asked', () => {
    const [folded] = drawnSegments(shown(3000, 1), false);
    expect((folded?.tokens.length ?? 0) + (folded?.folded ?? 0)).toBe(3000);
    expect(folded?.tokens.length).toBeLessThan(1601);
    expect([folded?.tokens[0]?.id, folded?.tokens.at(-1)?.id]).toEqual([0, 2999]);
    expect(drawnSegments(shown(3000, 1), true)[0]).toMatchObject({ folded: 0, tokens: { length: 3000 } });
  });
  it('counts against the context with the longest answer', () => {
    const preview = { context: 256, maxNewTokens: 64 };
    expect(fillOf(preview, shown(131, 3))).toEqual({ tokens: 131, context: 256, room: 64, over: 0 });
    expect(fillOf(preview, shown(200, 3)).over).toBe(8);
  });
  it('shows the last message where there are fewer than asked for, and none where there is none', () => {
    const preview = { prompts: [shown(1, 1), shown(2, 1)] } as unknown as PromptPreview;
    expect(promptAt(preview, 7)?.at).toBe(1);
    expect(promptAt({ ...preview, prompts: [] }, 0)).toBeNull();
  });
});
