import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agentFileText, agentProfile, readAgentFile } from '../../../../src/core/editing/agentFile.ts';
import {
  ROLE_TEMPLATES,
  SAMPLING_PRESET_NAMES,
  SAMPLING_PRESETS,
  samplingPresetOf,
  TEMPLATE_NAMES,
  templateChanges,
} from '../../../../src/core/document/presets/agentPresets.ts';
import { updateAgent } from '../../../../src/core/editing/edits.ts';
import { exportProfiles, importProfiles } from '../../../../src/core/editing/profiles.ts';
import { agentSchema, DOCUMENT_VERSION, documentSchema, samplingSchema } from '../../../../src/core/document/schema.ts';
import { FaultError, type Fault } from '../../../../src/core/faults.ts';
import { findPlaceholders } from '../../../../src/core/team/placeholders.ts';

const base = documentSchema.parse({
  version: DOCUMENT_VERSION,
  name: 'Two',
  team: { agents: [{ role: 'planner' }, { role: 'solver', prompt: 'Compute.' }], edges: [{ from: 'planner', to: 'solver' }] },
  environment: { source: '' },
});
const rich = updateAgent(base, 'planner', {
  label: 'Plans',
  prompt: 'You are {role}; write for {heard_by}.',
  base: 'standard',
  observes: false,
  adapter: { rank: 2, alpha: 4, targets: ['q_proj'], frozen: true, group: 'g', learningRate: 0.01 },
  sampling: { temperature: 0.5, topK: 3, topP: 0.9, maxNewTokens: 7 },
});
const agentIn = (document: typeof base, role: string) => document.team.agents.find((agent) => agent.role === role);
function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
  }
  throw new Error('nothing was refused');
}

describe('an agent’s own file', () => {
  it('carries every setting over, and leaves role, place and connections', () => {
    const text = agentFileText(rich, 'planner');
    const same = readAgentFile(text, base, 'planner');
    expect(same).toEqual({ document: rich, notices: [] });
    const other = readAgentFile(text, base, 'solver');
    expect(agentIn(other.document, 'solver')).toEqual({ ...agentIn(rich, 'planner'), role: 'solver' });
    expect(other.document.team.edges).toEqual(base.team.edges);
    expect(other.notices.map(({ code }) => code)).toEqual(['N_PROFILE_ROLE']);
  });
  it('of several agents takes the one of that role, or says which there are', () => {
    const copied = {
      marft: 'agents',
      version: DOCUMENT_VERSION,
      agents: rich.team.agents.map((agent) => ({ agent, place: { x: 1, y: 2 } })),
      edges: [],
      turns: [],
    };
    const { document, notices } = readAgentFile(JSON.stringify(copied), base, 'planner');
    expect(document).toEqual(rich);
    expect(notices.map(({ code }) => code)).toEqual(['N_PROFILE_OTHERS']);
    const renamed = { ...base, team: { ...base.team, agents: [agentSchema.parse({ role: 'critic' })], edges: [] } };
    expect(faultOf(() => readAgentFile(JSON.stringify(copied), renamed, 'critic'))).toMatchObject({
      code: 'E_AGENT_FILE',
      message: expect.stringContaining('planner, solver') as string,
    });
  });
  it.each([
    ['no JSON', 'hello'],
    ['a project', JSON.stringify(base)],
  ])('is refused when it is %s', (_, text) => expect(faultOf(() => readAgentFile(text, base, 'planner')).code).toBe('E_AGENT_FILE'));
  it.each([
    ['of another version', `"version": ${DOCUMENT_VERSION}`, '"version": 999', 'E_CLIP_VERSION'],
    ['with a setting out of its limits', '"temperature": 0.5', '"temperature": 50', 'E_CLIP_INVALID'],
  ])('is refused %s', (_, right, wrong, code) => {
    const text = agentFileText(rich, 'planner');
    expect(text).toContain(right);
    expect(faultOf(() => readAgentFile(text.replace(right, wrong), base, 'planner')).code).toBe(code);
  });
  it.each([['[]'], ['{"role": "x"}'], ['[1]']])('is no profile either: %s', (text) =>
    expect(faultOf(() => readAgentFile(text, base, 'planner')).code).toBe('E_PROFILES_INVALID'),
  );
});

describe('an agent’s role profile', () => {
  it('is read from R1’s own files, by role', () => {
    const file = readFileSync(new URL('../../../golden/profiles/math_trio.json', import.meta.url), 'utf8');
    const [first] = JSON.parse(file) as { role: string; prompt: string; with_answer: boolean }[];
    const named = { ...base, team: { ...base.team, agents: [agentSchema.parse({ role: first!.role })], edges: [] } };
    const { document, notices } = readAgentFile(file, named, first!.role);
    expect(document.team.agents[0]?.prompt).toBe(importProfiles(file, base).document.team.agents[0]?.prompt);
    expect(document.team.agents[0]?.withAnswer).toBe(first!.with_answer);
    expect(notices.map(({ code }) => code)).toContain('N_PROFILE_OTHERS');
  });
  it('says what it cannot hold, and fills placeholders in', () => {
    const { profile, notices } = agentProfile(rich, 'planner');
    expect(profile).toEqual({
      role: 'planner',
      prompt: '<|im_start|>system: You are planner; write for solver.<|im_end|>\n',
      with_answer: false,
    });
    expect(notices.map(({ code }) => code)).toEqual(['N_PROFILE_PLACEHOLDERS', 'N_PROFILE_SETTINGS']);
    expect(notices[1]?.message).toContain('label, base model, observes, adapter, sampling');
    expect(agentProfile(base, 'solver').notices).toEqual([]);
  });
  it('is read as written: braces that would be placeholders here come in as text and go out as they came', () => {
    const entry = { role: 'solver', prompt: '<|im_start|>system: Say {role} and {{sees}} and {x}.<|im_end|>\n', with_answer: true };
    const { document, notices } = readAgentFile(JSON.stringify(entry), base, 'solver');
    expect(agentIn(document, 'solver')?.prompt).toBe('Say {{role}} and {{{sees}}} and {x}.');
    expect(notices.map(({ code }) => code)).toEqual(['N_PROFILE_BRACES']);
    expect(agentProfile(document, 'solver').profile).toEqual(entry);
    expect(exportProfiles(importProfiles([entry], base).document).profiles).toEqual([entry]);
  });
});

describe('presets of an agent', () => {
  it('are within what the schema permits, and their placeholders are known', () => {
    const agent = agentSchema.parse({ role: 'a' });
    for (const name of TEMPLATE_NAMES) {
      const changed = { ...agent, ...templateChanges(agent, ROLE_TEMPLATES[name]) };
      expect(agentSchema.parse(changed), name).toEqual(changed);
      expect(
        findPlaceholders(changed.prompt).filter(({ kind }) => kind !== 'known'),
        name,
      ).toEqual([]);
    }
    for (const name of SAMPLING_PRESET_NAMES)
      expect(samplingPresetOf({ sampling: samplingSchema.parse(SAMPLING_PRESETS[name]) })).toBe(name);
    expect(samplingPresetOf(agent), 'what an agent begins with').toBe('usual');
    expect(samplingPresetOf({ sampling: { ...agent.sampling, temperature: 2 } })).toBeNull();
  });
});
