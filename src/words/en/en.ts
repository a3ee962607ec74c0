/**
 * Every text of the page in English, by the part that shows it; texts with parameters are functions. A second language
 * is another object of this type. Charts, runs and the episode reader have theirs in `words/en/inspect/inspect.ts`.
 */

import { spoken } from '../forms/language.ts';
import { plural } from '../forms/plural.ts';
import { consentEn } from './environment/consent.ts';
import { elsewhereEn } from './runs/elsewhere.ts';
import { engineEn } from './training/engine.ts';
import { keptEn } from './training/kept.ts';
import { learnEn } from './learn/learn.ts';
import { projectsEn } from './shell/projects.ts';
import { runsEn } from './runs/runs.ts';
import { shellEn } from './shell/shell.ts';
import { teachEn } from './learn/teach.ts';
import { warmStartEn } from './training/warmStart.ts';

/** How far an iteration is. */
interface Within {
  readonly part: 'rollout' | 'credit' | 'update';
  readonly episodes: Counted;
  readonly sampled: number;
  readonly scored: Counted | null;
}
interface Counted {
  readonly done: number;
  readonly total: number;
}

export const en = spoken('en', {
  runs: runsEn,
  elsewhere: elsewhereEn,
  engine: engineEn,
  kept: keptEn,
  consent: consentEn,
  warmStart: warmStartEn,
  projects: projectsEn,
  teach: teachEn,

  product: {
    name: 'MARFT Workbench',
    /** In the page's title, of a run. */
    paused: 'paused',
    skip: 'Skip to the run',
    overlays: 'Hints and messages',
    closeMessage: 'Close this message',
    closeDialogue: 'Close',
  },

  header: {
    label: 'Project',
    search: 'Search or do…',
    searchHelp: 'Find a command, a setting, an agent or a word',
    /** Between two keys that do the same. */
    or: 'or',
    projectName: 'Project name',
    undo: 'Undo',
    redo: 'Redo',
    toDark: 'Switch to dark colours',
    toLight: 'Switch to light colours',
    project: 'Project',
    about: 'About this project',
    runGoesOn: (name: string) => `The run of “${name}” continues and stays on screen.`,
    importedTeam: (agents: number) =>
      `The team now comes from the file (${plural(agents, 'agent', 'agents')}); the rest of the project is unchanged. Undo restores the previous team.`,
    importedTitle: 'Imported',
    unreadableFile: (name: string) => `“${name}” could not be read.`,
    notSaved: 'Not saved: this browser keeps nothing',
  },

  storage: {
    unavailable: 'This browser keeps nothing for this page, so your project is lost when the tab closes. Download it to keep it.',
    unreadable: 'A project kept in this browser could not be read, so a different one was opened.',
    unreadableHint: (key: string) =>
      `Nothing is lost: the unread text is kept in this browser’s storage as “${key}”, and can be downloaded here.`,
    unreadableDownload: 'Download the unread project',
    anotherIsOpen: 'It was open here last; a different project is open now.',
    keptHint: 'It was not changed: it is in the list of projects, from which it can be saved as a file.',
    futureHint: 'It was not changed: it is in this browser as the newer workbench left it, and still opens there.',
  },

  fault: {
    label: 'Problems',
    close: 'Close this message',
    byEnvironment: 'From the environment’s code',
    line: (line: number, column?: number) => (column === undefined ? `Line ${line}` : `Line ${line}, column ${column}`),
    details: 'Detail',
    count: (count: number) => plural(count, 'problem', 'problems'),
    /** `place`: what the page calls the part, “Training › Engine”. */
    crashed: (place: string) => `${place} stopped working.`,
    notFetched: (place: string) => `${place} could not be opened.`,
    crashedHint: 'Your project is safe and the other parts still work. Try to open this part again.',
    reopen: 'Open it again',
    reload: 'Reload the page',
    report: 'What happened',
  },

  /** Behind the name of a document that is in English alone; nothing where the page is too. */
  docInEnglish: '',

  shell: shellEn,
  learn: learnEn,

  agent: {
    role: 'Role',
    label: 'Label',
    prompt: 'Prompt',
    promptHelp: 'read before the problem, from the next run on',
    promptAria: (role: string) => `Prompt of ${role}`,
  },

  editor: {
    loading: 'Loading the editor…',
    failed: 'The editor could not be loaded; use this plain text field instead.',
    tabLeaves: 'Tab leaves the editor',
    tabIndents: 'Tab indents; Esc, then Tab leaves the editor',
    retry: 'Try again',
  },

  environment: {
    aria: (file: string) => `TypeScript source of the environment, ${file}`,
    intro: 'The task the team works on. It runs sandboxed in a worker; edits take effect in the next run.',
    revert: 'Revert to built-in',
    notFetched: 'The environment is as it was',
    checking: 'Checking…',
    ok: (name: string, skills: number) => `“${name}” loads${skills > 0 ? ` · ${plural(skills, 'skill', 'skills')}` : ''}.`,
    markerSource: 'sandbox',
  },

  training: {
    label: 'Run controls',
    train: 'Train',
    trainHelp: 'Start a run of this project in a worker',
    pause: 'Pause',
    pauseHelp: 'Pause: messages being written are written to their end; then everything stands still, also in the middle of an iteration',
    resume: 'Resume',
    step: 'Step',
    stepHelp: 'Step: run one iteration, then pause',
    stop: 'Stop',
    stopHelp: 'Stop: end the run here; it can be continued from its last checkpoint',
    continueFrom: (iteration: number) => `Continue from ${iteration}`,
    continue: 'Continue',
    continueHelp: (iteration: number) =>
      `Continue this run from its checkpoint at iteration ${iteration}, with the project it was started with`,
    skills: {
      title: 'Skills',
      help: 'What the environment sees agents do, as a share of the episodes in which it could be seen: the bar shows the mean of the newest five iterations that saw it, the mark that of the first five. The reward is the team’s; skills tell its parts apart. The environment’s code says what a skill judges: in a different team it may judge another agent’s words. A bar has an agent’s colour where the skill’s name includes its role.',
      of: (skill: string, agent: string) => `${skill}, of ${agent}`,
      course: (start: string, now: string) => `${start} → ${now}`,
    },
    commands: {
      findAlso: 'search settings hyper-parameters',
      changed: 'Show the changed settings',
      resetAll: 'Reset all settings to their defaults',
      more: 'Go on with a finished run',
      moreAlso: 'more iterations extend longer',
      busy: 'A run or a warm start is under way.',
      notFinished: 'The run on screen is not one that finished here.',
    },
    more: (iterations: number) => `${plural(iterations, 'iteration', 'iterations')} more`,
    moreHelp: (iterations: number) =>
      `Continue this run from its end for ${plural(iterations, 'more iteration', 'more iterations')}, with the project it was started with; a falling learning rate is spread over the new length`,
    progress: (done: number, total: number) => `Iteration ${done} of ${total}`,
    backend: 'Backend',
    backendHelp: 'Where the model runs. Auto measures and says why; kept in this browser, not in the project.',
    backends: {
      auto: 'Auto (measured)',
      webgpu: 'WebGPU',
      wasm: 'WebAssembly',
      'tfjs-webgpu': 'WebGPU (TensorFlow.js)',
      'tfjs-webgl': 'WebGL (TensorFlow.js)',
      'tfjs-wasm': 'WebAssembly (TensorFlow.js)',
      'tfjs-cpu': 'Plain JavaScript (TensorFlow.js)',
    },
    base: 'Base model',
    baseHelp:
      'A model shipped with the workbench, a Hugging Face folder or GGUF file from this computer, or one from the Hub (kept in this browser).',
    baseFolder: 'Use a folder…',
    baseHub: 'From the Hub…',
    baseFile: 'Use a GGUF file…',
    baseFiles: (name: string, count: number) => `“${name}”: ${plural(count, 'file', 'files')} at hand`,
    changedFromDefault: (value: string) => `Changed; the default is ${value}`,
    reset: (name: string) => `Reset “${name}” to its default`,
    on: 'on',
    off: 'off',
    nothing: 'empty',
    nobody: 'nobody yet',
    invalidNumber: 'Enter a number.',
    limits: {
      whole: 'Enter a whole number.',
      least: (least: string) => `At least ${least}.`,
      more: (least: string) => `More than ${least}.`,
      most: (most: string) => `At most ${most}.`,
      fewer: (most: string) => `Less than ${most}.`,
    },
    staysInUse: (value: string) => `${value} stays in use.`,
    appliesNext: 'A run is under way with its own copy of the settings; changes apply to the next run.',
    measuredWeights: (form: string) => `The bases of the run on screen are held in ${form}.`,
  },

  status: {
    label: 'Status',
    reportHelp: 'Something went wrong? A text to read, and to send to whoever helps you; nothing is sent by the page',
    idle: 'Ready. Training runs in a worker; this page stays responsive.',
    loading: 'Loading the model in the worker',
    rollout: 'Rolling out episodes',
    credit: 'Assigning credit',
    update: 'Updating adapters',
    evaluate: 'Evaluating greedily',
    checkpoint: 'Writing a checkpoint',
    paused: 'Paused',
    finished: 'Finished',
    stopped: 'Stopped',
    failed: 'Failed',
    warming: 'Warming the team up',
    iteration: (done: number, total: number) => `iteration ${done}/${total}`,
    underWay: (progress: string) => `run under way: ${progress}`,
    /** Of the iteration under way; `left` as people say a time. */
    within: ({ part, episodes, sampled, scored }: Within, left: string | null) =>
      [
        `${episodes.done}/${episodes.total} episodes`,
        `${sampled.toLocaleString('en')} tokens sampled`,
        ...(scored === null ? [] : [`${part === 'credit' ? 'messages scored' : 'passes over messages'} ${scored.done}/${scored.total}`]),
        ...(left === null ? [] : [`about ${left} left of this iteration`]),
      ].join(', '),
    tokens: (rate: string) => `${rate} tokens/s`,
    memory: (bytes: string) => `${bytes} in use`,
    cost: (duration: string) => `next run: about ${duration} per iteration`,
    backendNone: 'No backend chosen yet: the first run decides.',
    backend: (name: string, device: string) => (device ? `${name} (${device})` : name),
    noWebGpu: 'No WebGPU in this browser: training runs on WebAssembly.',
    offline: 'works offline',
    offlineHelp:
      'All files of this page are kept in this browser: it opens and trains without network. Models of the Hub have to be here already.',
    noStorage: 'No storage: the project is kept only while this tab is open.',
  },
});

/** What a translation must supply. */
export type Catalogue = typeof en;
