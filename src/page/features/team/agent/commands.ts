/** What can be done with the selected agent, for the palette and the keyboard. */
import { ROLE_TEMPLATES, SAMPLING_PRESET_NAMES, TEMPLATE_NAMES } from '../../../../core/document/presets/agentPresets.ts';
import { cursorStore } from '../../../state/address/cursor.ts';
import { documentStore } from '../../../state/document/document.ts';
import type { Command } from '../../../kit/commands/command.ts';
import { agentEditorText, agentText } from '../../../../words/words.ts';
import { AGENT_PATHS, resetAgent } from '../../../state/settings/agentFields.ts';
import { agentEditorStore } from './prompt/editorState.ts';
import { copyAgent, downloadAgent, downloadProfile, openAgent, openTeamProfiles, pasteAgent } from '../../../kit/projects/agentFiles.ts';
import { applyTemplate, everybodyLearns, onlyThisLearns, sampleAs, toggleFrozen } from './presetActions.ts';

const words = agentEditorText;
const also = 'agent role';

function selected(): string | null {
  const { role } = cursorStore.getState();
  return documentStore.getState().document.team.agents.some((agent) => agent.role === role) ? role : null;
}

/** A command on the selected agent. */
function ofAgent(command: Omit<Command, 'group' | 'run' | 'refused'> & { readonly act: (role: string) => unknown }): Command {
  const { act, ...rest } = command;
  return {
    also,
    ...rest,
    group: 'team',
    refused: () => (selected() === null ? words.commands.noAgent : null),
    run: () => {
      const role = selected();
      if (role !== null) void act(role);
    },
  };
}

/** Where the agent is edited. */
const show = (): void => cursorStore.getState().move({ place: 'team' });

function stepProblem(by: number): void {
  show();
  const { at, set } = agentEditorStore.getState();
  set({ preview: true, at: Math.max(0, at + by) });
}

export const AGENT_COMMANDS: readonly Command[] = [
  ofAgent({
    id: 'agent.prompt',
    title: words.commands.prompt,
    act: () => {
      show();
      agentEditorStore.getState().set({ focusPrompt: true });
    },
  }),
  ofAgent({
    id: 'agent.preview',
    title: words.commands.preview,
    also: 'tokens prompt scaffold context length',
    act: () => {
      show();
      agentEditorStore.getState().set({ preview: !agentEditorStore.getState().preview });
    },
  }),
  ofAgent({ id: 'agent.preview.next', title: words.commands.nextProblem, act: () => stepProblem(1) }),
  ofAgent({ id: 'agent.preview.previous', title: words.commands.previousProblem, act: () => stepProblem(-1) }),
  ofAgent({ id: 'agent.freeze', title: words.commands.freeze, also: 'frozen learning adapter', act: toggleFrozen }),
  ofAgent({ id: 'agent.learn.only', title: words.commands.only, also: 'freeze others', act: onlyThisLearns }),
  { id: 'agent.learn.all', group: 'team', title: words.commands.all, also: 'unfreeze', run: everybodyLearns },
  ofAgent({ id: 'agent.reset', title: words.commands.resetAll, also: 'default settings', act: (role) => resetAgent(role, AGENT_PATHS) }),
  ...SAMPLING_PRESET_NAMES.map((name) =>
    ofAgent({
      id: `agent.sampling.${name}`,
      title: words.commands.sampling(agentText.samplingPresets[name].label),
      also: 'temperature top-k top-p',
      act: (role) => sampleAs(role, name),
    }),
  ),
  ...TEMPLATE_NAMES.map((name) =>
    ofAgent({
      id: `agent.template.${name}`,
      title: words.commands.template(words.templates[name].label, words.commands.templateKinds[ROLE_TEMPLATES[name].kind]),
      also: 'preset role prompt profile',
      act: (role) => applyTemplate(role, name),
    }),
  ),
  ofAgent({ id: 'agent.open', title: words.open, also: 'import profile json', act: openAgent }),
  ofAgent({ id: 'agent.paste', title: words.paste, also: 'import profile json clipboard', act: pasteAgent }),
  ofAgent({ id: 'agent.download', title: words.download, also: 'export save json', act: downloadAgent }),
  ofAgent({ id: 'agent.copy', title: words.copy, also: 'clipboard export json', act: copyAgent }),
  ofAgent({ id: 'agent.profile', title: words.downloadProfile, also: 'export R1 MARFT json', act: downloadProfile }),
  { id: 'agent.profiles.open', group: 'team', title: words.openTeam, also: 'import R1 MARFT json', run: openTeamProfiles },
];
