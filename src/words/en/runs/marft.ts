/** What `marft` says of itself: its commands and their flags. */

interface Command {
  readonly flags: string;
  readonly does: string;
}

/** By the name that is typed, in the order they are listed. */
const COMMANDS = {
  train: {
    flags:
      '[[--project] project.json] [--preset NAME] [--settings NAME] [--profiles FILE] [--iterations N] [--seed S] [--backend …] [--workers N] [--reproducible] [--base [NAME=]DIR|hf:MODEL …] [--adapters DIR] [--teacher RUN[@N]|BASE] [--data FILE [--map FIELD=COLUMN,…] [--test-share S | --split-column NAME] [--sample N] [--data-seed S]] [--engine tinker --url URL [--model NAME] [--token-file F] [--patience S] [--in-flight N]] [--out DIR [--keep-adapters N,N,…]] [--resume [--checkpoint N|latest|best]] [--json]',
    does: 'Trains a team: of a project file, or of a preset.',
  },
  evaluate: {
    flags:
      '--run DIR [--checkpoint N|latest|best] [--split train|test|both] [--episodes P] [--samples N] [--greedy] [--data FILE] [--k 1,2,4] [--success R] [--out DIR] [--json] [--backend …] [--workers N] [--reproducible]',
    does: 'Measures the team of a run on problems of its own.',
  },
  open: {
    flags: '[FOLDER|FILE] [--forward URL [--token-file F]]',
    does: 'Opens the page in the browser, with the files of a run or a training server behind it.',
  },
  'check-server': {
    flags:
      '--url http://… [project.json] [--preset NAME] [--model NAME] [--token-file F] [--base NAME=DIR] [--patience S] [--no-measure] [--json]',
    does: 'Says what a server of the Tinker protocol can, and what of a project it cannot.',
  },
  'check-environment': {
    flags: 'environment.ts [--roles a,b] [--horizon N] [--full R] [--seeds 1,2,3] [--problems N] [--data FILE …] [--cases FILE] [--json]',
    does: 'Says whether an environment keeps the promises of its contract.',
  },
  'export-run': {
    flags: '--run DIR --out DIR [--checkpoint N|latest|best] [--dequantised] [--base [NAME=]DIR|hf:MODEL …]',
    does: 'Writes a run’s bases and adapters as transformers and PEFT load them.',
  },
  'export-rollouts': {
    flags: '--run DIR --format prime-rl|verl|trl|orchestration [--iterations N,N,…] --out DIR',
    does: 'Writes a run’s episodes in a format of other trainers.',
  },
} as const satisfies Readonly<Record<string, Command>>;

export type MarftCommand = keyof typeof COMMANDS;

export const marftText = {
  commands: COMMANDS,
  help: (version: string): string =>
    [
      `marft ${version}: teams of language-model agents, trained here.`,
      '',
      ...Object.entries(COMMANDS).map(([name, { does }]) => `  marft ${name.padEnd(18)}${does}`),
      '',
      '“marft COMMAND --help” names the flags of a command, “marft --version” the version. docs/terminal.md describes each.',
    ].join('\n'),
  usage: (name: MarftCommand): string => `marft ${name} ${COMMANDS[name].flags}\n\n${COMMANDS[name].does}`,
};
