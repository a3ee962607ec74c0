/** English texts of the docs under Learn. Which documents of `docs/` the page has, in groups, with a line on each; titles are the documents' own. */
import { spoken } from '../../forms/language.ts';

interface DocGroup {
  readonly name: string;
  /** By the document's path below `docs/`, without its ending. */
  readonly docs: Readonly<Record<string, string>>;
}

const groups: readonly DocGroup[] = [
  {
    name: 'Using the workbench',
    docs: {
      guide: 'Every place of the page, with pictures.',
      'who-earned-the-reward': 'Five minutes from a run to the agent, the message and the token that earned its reward.',
      projects: 'Kept in the browser, passed on as files or as links; lessons for a class.',
      'learning-record': 'The final test, and what a student’s record of lessons and tests holds, field by field.',
      warnings: 'What a run’s numbers warn of, and what to try.',
      browsers: 'What works in which browser, and how it was tried.',
      safety: 'What a project’s code can and cannot do on your computer.',
      study: 'A link that finds out whether the lessons teach: assignment, data, protocol, analysis.',
    },
  },
  {
    name: 'Setting the task',
    docs: {
      environments: 'The contract of an environment, hook by hook, and a tutorial from an empty editor to a rising reward.',
      'data-sets': 'Problems from a file: formats, mapping, splits, the grader of mathematics.',
      teams: 'Who speaks when, who sees whose messages, and where each rule comes from.',
      'imports/teams': 'Teams of LangGraph, AutoGen, AG2, crewAI and SII-MARFT.',
      models: 'Which models can be the base, how they are held, and what that costs in memory.',
      'warm-start': 'How a team that earns nothing yet is shown what good agents say.',
    },
  },
  {
    name: 'How it learns',
    docs: {
      credit: 'From the reward to the advantage of each token, with every equation.',
      objectives: 'The losses, their terms and their sources.',
      metrics: 'What each number of a run means, and what other trainers call it.',
      compat: 'Mistakes of the original code bases, which can be switched on.',
      neighbours: 'Other systems for teams of language models: what comes nearest here, and what differs.',
      parity: 'Each setting of the original code bases, and where it is here.',
    },
  },
  {
    name: 'In, out and elsewhere',
    docs: {
      imports: 'Runs that TRL, verl, prime-rl, verifiers or AReaL trained, and how they are played on.',
      'imports-traces': 'Runs from traces, trackers of experiments and tables of your own.',
      exports: 'What an export holds, and formats of other libraries and trackers.',
      library: 'Core, engine and session as a package for pages and programs of your own.',
      terminal: 'The same training without a browser: every command and flag, and the run folder.',
      cluster: 'A project taken to a server that trains: jobs, scripts, what it can and what it cannot.',
      publishing: 'The page on a host, in a container, or from a folder on a disk.',
      scale: 'Where the time goes when that server stands on many GPUs.',
    },
  },
  {
    name: 'What was measured',
    docs: {
      results: 'How the shipped projects learn, over several seeds.',
      performance: 'How fast the engine and the page are, against peers.',
      reliability: 'What was done to break the workbench, how often, and what came of it.',
    },
  },
];

export const docsEn = spoken('learn/docs', {
  intro: 'Everything in full. Messages of the page name these documents; Ctrl K finds every heading in them.',
  groups,
  englishOnly: 'This document is in English only.',
  back: 'All docs',
  contents: 'In this document',
  unknown: (id: string) => `There is no document called “${id}” here; these are all.`,
  noHeading: (at: string) => `There is no part called “${at}” in this document.`,
  retry: 'Try again',
} as const);
