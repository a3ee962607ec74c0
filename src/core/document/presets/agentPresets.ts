/**
 * What an agent can begin with: templates of a role (a prompt, and how it samples) and ways to sample. Each is applied to
 * an agent that is there, which keeps its role, its adapter and its connections.
 */
import type { AgentSettings, SamplingSettings } from '../schema.ts';

/** `shipped`: the words the shipped bases were made with, which understand no others. `language`: for bases that read English. */
export type TemplateKind = 'shipped' | 'language';

export interface RoleTemplate {
  readonly kind: TemplateKind;
  /** Placeholders are filled in when the prompt is composed (`team/placeholders.ts`). */
  readonly prompt: string;
  /** What of its sampling changes; the rest stays. */
  readonly sampling: Partial<SamplingSettings>;
}

/** Temperature 1 and no truncation: what is sampled from is what is trained. */
const OPEN = { temperature: 1, topK: 0, topP: 1 };

export const ROLE_TEMPLATES = {
  short_planner: { kind: 'shipped', prompt: 'Write only the expression.', sampling: { ...OPEN, maxNewTokens: 12 } },
  short_solver: { kind: 'shipped', prompt: 'Compute the answer.', sampling: { ...OPEN, maxNewTokens: 12 } },
  short_verifier: { kind: 'shipped', prompt: 'Check the answer.', sampling: { ...OPEN, maxNewTokens: 12 } },
  short_actor: { kind: 'shipped', prompt: 'You work alone. Show every step.', sampling: { ...OPEN, maxNewTokens: 24 } },
  planner: {
    kind: 'language',
    prompt:
      'You are {role}, agent {position} of {team_size}. Break the problem into the steps that {heard_by} should take. Do not solve it; write a numbered plan and nothing else.',
    sampling: { ...OPEN, maxNewTokens: 192 },
  },
  solver: {
    kind: 'language',
    prompt:
      'You are {role}, agent {position} of {team_size}. Solve the problem, with what {sees} wrote. Show the steps briefly and end with the answer in a line of its own.',
    sampling: { ...OPEN, maxNewTokens: 256 },
  },
  verifier: {
    kind: 'language',
    prompt:
      'You are {role}, agent {position} of {team_size}. Check what {sees} wrote, step by step. If it is right, repeat the final answer; if not, name the first mistake and give the right answer in the last line.',
    sampling: { temperature: 0.7, topK: 0, topP: 1, maxNewTokens: 192 },
  },
  critic: {
    kind: 'language',
    prompt:
      'You are {role}, agent {position} of {team_size}. Name the weakest point in what {sees} wrote and say how {heard_by} could mend it. Do not solve the problem yourself.',
    sampling: { ...OPEN, maxNewTokens: 128 },
  },
  editor: {
    kind: 'language',
    prompt:
      'You are {role}, agent {position} of {team_size}. Rewrite the answer of {sees} so that it takes every remark into account. Write the finished answer only.',
    sampling: { temperature: 0.7, topK: 0, topP: 1, maxNewTokens: 256 },
  },
  orchestrator: {
    kind: 'language',
    prompt:
      'You coordinate {sees}, who solve the problem. In every step let one member speak by writing <call>name</call> with its name, or end the work by writing <done/>.',
    sampling: { ...OPEN, maxNewTokens: 32 },
  },
} as const satisfies Readonly<Record<string, RoleTemplate>>;
export type TemplateName = keyof typeof ROLE_TEMPLATES;
export const TEMPLATE_NAMES = Object.keys(ROLE_TEMPLATES) as readonly TemplateName[]; // keys of the literal

/** Ways to sample; how long a message may be stays as it is. */
export const SAMPLING_PRESETS = {
  careful: { temperature: 0.3, topK: 0, topP: 1 },
  usual: OPEN,
  exploring: { temperature: 1.3, topK: 0, topP: 1 },
  r1_evaluation: { temperature: 0.5, topK: 50, topP: 0.95 },
} as const satisfies Readonly<Record<string, Omit<SamplingSettings, 'maxNewTokens'>>>;
export type SamplingPresetName = keyof typeof SAMPLING_PRESETS;
export const SAMPLING_PRESET_NAMES = Object.keys(SAMPLING_PRESETS) as readonly SamplingPresetName[]; // keys of the literal

/** What `template` changes of an agent. */
export function templateChanges({ sampling }: AgentSettings, template: RoleTemplate): Pick<AgentSettings, 'prompt' | 'sampling'> {
  return { prompt: template.prompt, sampling: { ...sampling, ...template.sampling } };
}

/** The way an agent samples, by name; null when it is a person's own. */
export function samplingPresetOf({ sampling }: Pick<AgentSettings, 'sampling'>): SamplingPresetName | null {
  return (
    SAMPLING_PRESET_NAMES.find((name) => {
      const { temperature, topK, topP } = SAMPLING_PRESETS[name];
      return sampling.temperature === temperature && sampling.topK === topK && sampling.topP === topP;
    }) ?? null
  );
}
