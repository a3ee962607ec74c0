/** Templates, ways to sample, and who learns: each one undo step. */
import {
  ROLE_TEMPLATES,
  SAMPLING_PRESETS,
  type SamplingPresetName,
  templateChanges,
  type TemplateName,
} from '../../../../core/document/presets/agentPresets.ts';
import { freeRole, renameAgent, updateAgent } from '../../../../core/editing/edits.ts';
import type { AgentSettings, ProjectDocument } from '../../../../core/document/schema.ts';
import { cursorStore } from '../../../state/address/cursor.ts';
import { documentStore } from '../../../state/document/document.ts';
import { notifyDone, notifyRefused } from '../../../kit/notices/notify.ts';
import { agentEditorText } from '../../../../words/words.ts';
import { sentencesOf } from '../../../../core/faults.ts';

const agentOf = ({ team }: ProjectDocument, role: string): AgentSettings | undefined => team.agents.find((agent) => agent.role === role);

/** Whether it was done; a lesson may keep a setting as it is, and then says so. */
function perform(edit: (document: ProjectDocument) => ProjectDocument): boolean {
  const fault = documentStore.getState().edit(edit);
  if (fault) notifyRefused(agentEditorText.refusedTitle, sentencesOf(fault));
  return fault === null;
}

function change(role: string, changes: (agent: AgentSettings) => Partial<Omit<AgentSettings, 'role'>>): boolean {
  return perform((document) => {
    const agent = agentOf(document, role);
    return agent ? updateAgent(document, role, changes(agent)) : document;
  });
}

/** What `freeRole` calls an agent that nobody has named yet. */
const UNNAMED = /^agent\d*$/;

/** Puts a template's prompt and way to sample in place of an agent's; one that nobody has named takes the template's name too. */
export function applyTemplate(role: string, name: TemplateName): void {
  let called = role;
  const done = perform((document) => {
    const agent = agentOf(document, role);
    if (!agent) return document;
    const changed = updateAgent(document, role, templateChanges(agent, ROLE_TEMPLATES[name]));
    if (!UNNAMED.test(role) || agent.label !== '') return changed;
    called = freeRole(changed, name.replace('short_', ''));
    return renameAgent(changed, role, called);
  });
  if (!done) return;
  if (called !== role) cursorStore.getState().move({ role: called });
  const { appliedTitle, applied, templates } = agentEditorText;
  notifyDone(appliedTitle, applied(templates[name].label, called));
}

export function sampleAs(role: string, name: SamplingPresetName): void {
  change(role, ({ sampling }) => ({ sampling: { ...sampling, ...SAMPLING_PRESETS[name] } }));
}

/** Freezes an agent, or lets it learn again. */
export function toggleFrozen(role: string): void {
  change(role, ({ adapter }) => ({ adapter: { ...adapter, frozen: !adapter.frozen } }));
}

export function onlyThisLearns(role: string): void {
  freezeWhere((agent) => agent.role !== role);
}

export function everybodyLearns(): void {
  freezeWhere(() => false);
}

function freezeWhere(frozen: (agent: AgentSettings) => boolean): void {
  perform((document) =>
    document.team.agents.reduce((present, agent) => {
      const { role, adapter } = agent;
      return adapter.frozen === frozen(agent) ? present : updateAgent(present, role, { adapter: { ...adapter, frozen: frozen(agent) } });
    }, document),
  );
}
