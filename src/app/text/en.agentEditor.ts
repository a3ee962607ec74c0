/** The agent editor: prompt, preview, templates, files. */
import { plural } from './plural.ts';
import type { Placeholder } from '../../core/team/placeholders.ts';
import type { TemplateName } from '../../core/document/presets/agentPresets.ts';
import type { Segment } from '../../core/team/compose.ts';
import type { ExampleSource } from '../../core/episode/preview.ts';

const placeholders: Readonly<Record<Placeholder, string>> = {
  role: 'This agent’s role, as others see it in its header.',
  label: 'This agent’s label, or its role where it has none.',
  position: 'Its place in the speaking order, from 1.',
  team_size: 'How many agents the team has.',
  team: 'All roles, in speaking order.',
  sees: 'Roles whose messages of this turn it reads.',
  heard_by: 'Roles that read its messages in this turn.',
};

const templates: Readonly<Record<TemplateName, { readonly label: string; readonly help: string }>> = {
  short_planner: { label: 'Planner', help: 'Turns the problem into an expression.' },
  short_solver: { label: 'Solver', help: 'Computes what the planner wrote.' },
  short_verifier: { label: 'Verifier', help: 'Checks the answer and has the last word.' },
  short_actor: { label: 'Actor', help: 'Works alone, showing every step.' },
  planner: { label: 'Planner', help: 'Writes a numbered plan for those that hear it; up to 192 tokens.' },
  solver: { label: 'Solver', help: 'Solves with what it hears and ends with the answer; up to 256 tokens.' },
  verifier: { label: 'Verifier', help: 'Checks step by step and gives the final answer; temperature 0.7, up to 192 tokens.' },
  critic: { label: 'Critic', help: 'Names the weakest point and how to mend it; up to 128 tokens.' },
  editor: { label: 'Editor', help: 'Rewrites the answer with every remark in mind; temperature 0.7, up to 256 tokens.' },
  orchestrator: { label: 'Orchestrator', help: 'Calls the others by name; needs dynamic orchestration (Training). Up to 32 tokens.' },
};

const sources: Readonly<Record<Segment['source'], string>> = {
  system: 'system',
  observation: 'problem',
  transition: 'between turns',
  message: 'others’ text',
  header: 'own header',
  response: 'its answer',
};

const examples: Readonly<Record<ExampleSource, string>> = {
  recorded: 'as it was said in the run',
  demonstrated: 'example: a demonstration',
  nothing: 'example: empty',
};

export const agentEditorEn = {
  seesToo: (roles: string) => `Sees ${roles} too: “Who sees what” in Training.`,
  none: 'No agent is selected',
  noneHelp: 'Choose one to read and change its prompt and settings, here or on the canvas.',
  choose: (name: string) => `Edit ${name}`,
  actions: 'Agent',
  frozen: 'frozen',
  learning: 'learning',
  freeze: (role: string) => `Freeze ${role}: it takes part but is not trained`,
  unfreeze: (role: string) => `Let ${role} learn again`,

  insert: 'Insert',
  insertHelp: 'Placeholders are filled in when the prompt is composed. Type { for the list.',
  placeholders,
  standsFor: (name: string, value: string) => `{${name}} is “${value}” for now.`,
  literal: (name: string) => `Read as the text {${name}}.`,
  unknown: (name: string) => `“{${name}}” is no placeholder, so the agent reads it as written.`,
  nearest: (name: string) => `Did you mean {${name}}?`,
  replaceWith: (name: string) => `Replace it with {${name}}`,
  notUsed: 'The team is anonymous: instead of this prompt the agent is told only which of how many it is.',
  oneForAll: 'R3’s first system prompt is on (compatibility): the first speaker’s prompt stands before everybody’s messages.',
  automatic: 'Empty: this orchestrator is told who is in the team, and how to call them.',

  template: 'Template',
  templateHelp: 'A prompt and a way to sample in place of the present ones',
  templates,
  templateKinds: {
    shipped: 'Short: the words the shipped bases know',
    language: 'For bases that read English',
  },
  applied: (template: string, role: string) => `${role} is told and samples as “${template}”. Undo takes it back.`,
  appliedTitle: 'Template applied',
  refusedTitle: 'Not changed',

  file: 'File',
  fileHelp: 'Take this agent to another project, or bring one here',
  own: 'With all settings',
  profile: 'As MARFT’s role profile',
  wholeTeam: 'The whole team',
  download: 'Download the agent',
  copy: 'Copy the agent as JSON',
  downloadProfile: 'Download its role profile',
  downloadTeam: 'Download the team’s role profiles',
  openTeam: 'Open role profiles for the whole team…',
  open: 'Open an agent or profile…',
  openHelp: 'Replaces prompt and settings of this agent; a file may also be dropped on this panel.',
  paste: 'Paste an agent or profile',
  dropHere: (role: string) => `Drop: ${role} takes prompt and settings from the file`,
  copied: (role: string) => `${role} is on the clipboard, to be pasted here or on a canvas.`,
  copiedTitle: 'Copied',
  taken: (role: string) => `${role} has what the file says. Undo takes it back.`,
  takenTitle: 'Taken over',
  takenTeam: (count: number) => `The team is now that of the file, ${plural(count, 'agent', 'agents')}. Undo brings the other back.`,
  notTakenTitle: 'Nothing was taken over',
  notCarriedTitle: 'Not all of it is in the file',
  noClipboard: 'The browser does not let this page read the clipboard. Save the text as a file and open or drop it.',
  noCopy: 'The browser does not let this page write to the clipboard. Download the file instead.',
  tooBig: 'The file is larger than any agent is.',

  preview: {
    title: 'What it reads',
    help: 'The very tokens this agent would be given, composed as in training and cut by its base’s own tokenizer.',
    label: (role: string) => `Tokens ${role} would be given`,
    count: (tokens: number, context: number, room: number) => `${tokens} of ${context} tokens, ${room} for the answer`,
    tooMany: (over: number) =>
      `${plural(over, 'token', 'tokens')} too many: a run would be refused. Shorten the prompt, or lower “max new tokens”.`,
    room: (room: number) => `room for the answer, ${plural(room, 'token', 'tokens')}`,
    left: (left: number) => `${left} left over`,
    tokens: (count: number) => plural(count, 'token', 'tokens'),
    composing: 'Composing…',
    example: 'Others say',
    exampleKinds: { recorded: 'what the run kept', demonstrated: 'demonstrations' },
    noRecorded: 'The run on screen has no episodes kept.',
    problem: (index: number) => `Problem ${index}`,
    episode: (episode: number, iteration: number) => `Iteration ${iteration}, episode ${episode}`,
    previousProblem: 'Previous problem',
    nextProblem: 'Next problem',
    message: (at: number, of: number, turn: number) => `Message ${at} of ${of} (turn ${turn})`,
    previousMessage: 'Its previous message',
    nextMessage: 'Its next message',
    otherProblem:
      'The environment poses another problem at this place than when the episode was recorded, so others say demonstrations instead.',
    unreached: 'In this example nobody calls this agent, so it reads nothing. Try another problem.',
    silent: 'This agent does not speak in this episode.',
    noDemonstrations: 'The environment demonstrates nothing, so others say nothing here.',
    given: 'given (scaffold)',
    sampled: 'sampled: its own answer, trained on',
    sources,
    segment: (source: string, role: string | undefined) => (role ? `${source} · ${role}` : source),
    examples,
    more: (count: number) => `Show ${plural(count, 'more token', 'more tokens')}`,
    fold: 'Fold the middle',
    folded: (count: number) => `${plural(count, 'token', 'tokens')} folded`,
  },

  together: {
    title: (count: number) => `${count} agents together`,
    help: (names: string) => `A change here is made to ${names}.`,
    differs: 'differs',
    field: (label: string) => `${label}, of all selected`,
  },

  learn: {
    only: (role: string) => `Only ${role} learns`,
    onlyHelp: 'Freezes every other agent',
    all: 'Everybody learns',
    allHelp: 'Unfreezes every agent of the team',
  },

  commands: {
    noAgent: 'Select an agent first.',
    prompt: 'Edit the agent’s prompt',
    preview: 'Show or hide what the agent reads',
    nextProblem: 'Preview: next problem',
    previousProblem: 'Preview: previous problem',
    freeze: 'Freeze or unfreeze the agent',
    only: 'Let only this agent learn',
    all: 'Let every agent learn',
    template: (name: string, kind: string) => `Template: ${name} (${kind})`,
    templateKinds: { shipped: 'short', language: 'English' },
    sampling: (name: string) => `Sampling: ${name}`,
    resetAll: 'Reset the agent’s settings to their defaults',
  },
};
