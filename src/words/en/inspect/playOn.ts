/** English texts of what replays of an imported run need: a model and an environment, which a person brings. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

const episodes = (count: number): string => plural(count, 'episode', 'episodes');
const listed = (names: readonly string[]): string => names.join(', ');

export const playOnText = spoken('inspect/playOn', {
  other: 'What replays use…',
  /** In place of a view that plays episodes on. */
  nothing: {
    title: 'This needs a model and an environment',
    hint: 'The run’s files hold texts and numbers, but neither its model nor its environment. Bring a base, its adapters and an environment that shows the same problems, and this view works as for a run of one’s own.',
  },
  unmatched: {
    title: 'This episode cannot be replayed',
    hint: 'None of the problems of the environment that was brought reads as this one does. Choose another episode, or bring an environment or data that hold it.',
  },
  obstacles: {
    no_text: 'the text of a message is unknown',
    other_speaker: 'others speak, or in another order, than in the team that was brought',
    ended: 'the environment ends it before its last message',
    goes_on: 'the environment goes on behind its last message',
  },
  obstacle: (why: string) => `Replayed as it was recorded, ${why}. Other episodes may go; or bring another team or environment.`,
  telling: 'Replaying the episode as it was recorded…',
  retell: 'Replay it as it was recorded',
  check: 'Check it',
  checkAgain: 'Check again',
  unchecked: 'Whether this fits the run was not looked at yet.',
  checking: 'Checking',
  details: 'Details…',
  /** What was brought, in sentences. */
  with: (parts: readonly string[]) => `Replays use: ${parts.join('; ')}.`,
  environment: (project: string, file: string) => `environment ${file} of the project “${project}”`,
  bases: (names: readonly string[]) => `${names.length === 1 ? 'base' : 'bases'} ${listed(names)}`,
  baseAlone: 'without adapters: every agent is played by its base alone, as was chosen',
  adapters: (from: string, after: number, roles: readonly string[]) => `adapters of “${from}” after iteration ${after} (${listed(roles)})`,
  /** Where the adapters call their base otherwise than the project. */
  otherBase: (theirs: readonly string[], ours: readonly string[]) =>
    `The adapters call their base ${listed(theirs)}; they fit ${listed(ours)} by their shapes, but whether it is the same cannot be told.`,
  others: (roles: readonly string[]) => `${listed(roles)} by the base without adapters`,
  team: { project: 'prompts put together as the project’s team does', files: 'the team as the run’s files tell it' },
  matched: (matched: number, of: number, share: string) =>
    `The problems of ${matched} of ${episodes(of)} (${share}) are known to the environment${matched < of ? '; the others cannot be replayed' : ''}.`,
  found: {
    told: (told: number, of: number) => `${told} of ${of} that were looked at can be replayed as they were recorded.`,
    not: (count: number, why: string) => `${episodes(count)} cannot: ${why}.`,
    rewards: (same: number, of: number) => `The environment gives the recorded reward in ${same} of ${episodes(of)}.`,
    noRewards: 'Whether the environment gives the recorded rewards is unknown: the files hold none.',
    otherRewards: 'So it is not quite the environment that the run was paid by, and replays are paid otherwise.',
    prompts: (same: number, of: number) =>
      `The prompts put together here hold all that was read, in its order, for ${same} of ${plural(of, 'message', 'messages')}.`,
    noPrompts: 'Whether the prompts put together here are those that were read is unknown: the files hold none.',
    otherPrompts: 'So the agents read something else here than they did when they were recorded.',
    encoded: (encoded: number, of: number) =>
      encoded === 0
        ? 'All messages keep the tokens they were recorded in.'
        : `${encoded} of ${plural(of, 'message', 'messages')} ${encoded === 1 ? 'was' : 'were'} put into the base’s tokens anew from ${encoded === 1 ? 'its text' : 'their texts'}.`,
    logprobs: (difference: string, messages: number, tokens: number) =>
      `Recorded log-probabilities differ from those of what was brought by ${difference} nats a token on average (${plural(messages, 'message', 'messages')}, ${plural(tokens, 'token', 'tokens')}); near 0 they are the same weights.`,
    noLogprobs: 'Whether these are the weights that spoke is unknown: there are no log-probabilities in the base’s own tokens to compare.',
  },
  dialogue: {
    title: (run: string, brought: boolean) => `What replays of “${run}” ${brought ? 'use' : 'need'}`,
    close: 'Close',
    intro:
      'A replay, Shapley values and checks of what states were worth let the team speak again and the environment pay again. So they need what this run’s files do not hold.',
    environment: 'Environment, data and settings',
    environmentHelp:
      'Those of a project. One of your own: set it up under Environment, with its data rows and its grader, and choose the open project.',
    open: (name: string) => `The open project, “${name}”`,
    team: 'Team',
    teams: { project: 'The project’s', files: 'As the run’s files tell it' },
    teamHelp: {
      project: 'Prompts, connections and sampling of the project; its agents have the names of the run’s.',
      files: 'The system prompts and connections found in the files; sampling and turns of the project.',
    },
    base: 'Base model',
    projectBase: (names: readonly string[]) => (names.length === 0 ? 'The project’s' : `The project’s (${listed(names)})`),
    baseHelp: 'Another of yours, from a folder or the Hub: open it under Training → Base model first.',
    speaks: 'Who speaks',
    adapters: { given: 'Adapters', none: 'The base itself' },
    choose: 'Choose their folder…',
    chosen: (name: string, count: number) => `“${name}”: ${plural(count, 'adapter', 'adapters')}`,
    noAdapters: (name: string) => `“${name}” holds no PEFT adapter (adapter_config.json with adapter_model.safetensors).`,
    whose: (role: string) => `Adapter of ${role}`,
    top: '(the folder itself)',
    alone: 'None: its base alone',
    after: 'After iteration',
    afterHelp: 'Steps of the run when they were saved.',
    start: 'Find the problems and keep this',
    replaces: 'It takes the place of what was brought before; what was tried with that goes.',
    chooseProject: 'Choose a project',
    refused: {
      project: 'Choose the project whose environment it is.',
      speaks: 'Say who speaks: adapters, or the base itself.',
      folder: 'Choose the folder of the adapters.',
      nobody: 'Say whose adapter it is.',
    },
    doing: {
      reading: (iteration: number) => `Reading the episodes of iteration ${iteration}…`,
      matching: (seen: number, of: number) => `Looking through the environment’s problems: ${seen} of ${of}…`,
      keeping: 'Keeping it…',
      checking: 'Playing recorded episodes again…',
    },
    remove: 'Take it away',
    asProject: 'Open as a project',
    asProjectHelp: 'The team, base, environment and settings that were brought, to look through or to train on from here.',
    removeHelp: 'The run stays as it was imported; what was tried with its episodes goes.',
  },
  cancel: 'Cancel',
});
