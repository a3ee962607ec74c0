/** The agent editor: prompt, preview, templates, files. */
import { spoken } from '../../forms/language.ts';
import { table } from '../../forms/table.ts';
import { plural } from '../../forms/plural.ts';

const placeholders = {
  role: 'This agent’s role, as others see it in its header.',
  label: 'This agent’s label, or its role where it has none.',
  position: 'Its position in the speaking order, counting from 1.',
  team_size: 'How many agents the team has.',
  team: 'All roles, in speaking order.',
  sees: 'The roles whose messages it reads in this turn.',
  heard_by: 'The roles that read its messages in this turn.',
};

const templates = table<{ readonly label: string; readonly help: string }>()({
  short_planner: { label: 'Planner', help: 'Turns the problem into an expression.' },
  short_solver: { label: 'Solver', help: 'Computes what the planner wrote.' },
  short_verifier: { label: 'Verifier', help: 'Checks the answer and has the last word.' },
  short_actor: { label: 'Actor', help: 'Works alone, showing every step.' },
  planner: { label: 'Planner', help: 'Writes a numbered plan for the agents that hear it; up to 192 tokens.' },
  solver: { label: 'Solver', help: 'Solves with what it hears and ends with the answer; up to 256 tokens.' },
  verifier: { label: 'Verifier', help: 'Checks step by step and gives the final answer; temperature 0.7, up to 192 tokens.' },
  critic: { label: 'Critic', help: 'Names the weakest point and how to fix it; up to 128 tokens.' },
  editor: { label: 'Editor', help: 'Rewrites the answer with every remark in mind; temperature 0.7, up to 256 tokens.' },
  orchestrator: { label: 'Orchestrator', help: 'Calls the others by name; needs dynamic orchestration (Training). Up to 32 tokens.' },
});

const sources = {
  system: 'system',
  observation: 'problem',
  transition: 'between turns',
  message: 'others’ text',
  header: 'own header',
  /** What a chat template itself writes between all that is said. */
  template: 'chat template',
  response: 'its answer',
  thought: 'its thought',
};

const examples = {
  recorded: 'as said in the run',
  demonstrated: 'example: a demonstration',
  nothing: 'example: empty',
};

export const agentEditorEn = spoken('team/agentEditor', {
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
  notUsed: 'The team is anonymous: instead of this prompt the agent reads only which of how many agents it is.',
  oneForAll: 'R3’s first system prompt is on (compatibility): the first speaker’s prompt stands before everybody’s messages.',
  automatic: {
    dynamic: 'Empty: the orchestrator then reads who is in the team and how to call them.',
    routed: 'Empty: the router then reads who is in the team and how to open connections.',
  },

  template: 'Template',
  templateHelp: 'Replaces the current prompt and sampling settings',
  templates,
  templateKinds: {
    shipped: 'Short: the words the shipped bases know',
    language: 'For bases that read English',
  },
  applied: (template: string, role: string) => `${role} now has the prompt and sampling of “${template}”. Undo takes it back.`,
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
  openHelp: 'Replaces this agent’s prompt and settings; you can also drop a file on this panel.',
  paste: 'Paste an agent or profile',
  dropHere: (role: string) => `Drop: ${role} takes its prompt and settings from the file`,
  copied: (role: string) => `${role} is on the clipboard; paste it here or on a canvas.`,
  copiedTitle: 'Copied',
  taken: (role: string) => `${role} now has the settings in the file. Undo takes it back.`,
  takenTitle: 'Taken over',
  takenTeam: (count: number) => `The team now comes from the file (${plural(count, 'agent', 'agents')}). Undo restores the previous one.`,
  notTakenTitle: 'Nothing was taken over',
  notCarriedTitle: 'Not all of it is in the file',
  noClipboard: 'The browser does not let this page read the clipboard. Save the text as a file and open or drop it.',
  noCopy: 'The browser does not let this page write to the clipboard. Download the file instead.',
  tooBig: 'The file is larger than any agent is.',

  preview: {
    title: 'What it reads',
    help: 'The very tokens it would be given, as in training.',
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
    noRecorded: 'The run on screen kept no episodes.',
    problem: (index: number) => `Problem ${index}`,
    episode: (episode: number, iteration: number) => `Iteration ${iteration}, episode ${episode}`,
    /** Held while another run has just begun. */
    earlierEpisode: (episode: number, iteration: number) => `Of the run before this one: iteration ${iteration}, episode ${episode}`,
    previousProblem: 'Previous problem',
    nextProblem: 'Next problem',
    message: (at: number, of: number, turn: number) => `Message ${at} of ${of} (turn ${turn})`,
    previousMessage: 'Its previous message',
    nextMessage: 'Its next message',
    otherProblem:
      'The environment now poses a different problem here than when the episode was recorded, so the others say demonstrations instead.',
    silent: {
      static: 'This agent does not speak in this episode.',
      dynamic: 'In this example nobody calls this agent, so it reads nothing. Try another problem.',
      routed: 'In this example the router lets nobody hear this agent, so it reads nothing. Try another problem.',
    },
    noDemonstrations: 'The environment has no demonstrations, so the others say nothing here.',
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
});
