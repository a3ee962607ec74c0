/** What is wrong with the files of a run: its card, its rows, its episodes, its checkpoints. */
import { notJson, type NotJson } from '../../../forms/notJson.ts';

interface In {
  readonly subject: string;
}

/** A file that is JSON, but not what is written there. */
interface Other extends In {
  readonly found: 'other';
}

/** The files that make a folder a checkpoint. */
type Holds = readonly [trainerState: string, optimizer: string, critic: string, adapterConfig: string];

const checkpointHint = ([state, optimizer, critic, config]: Holds): string =>
  `A checkpoint is a folder with ${state}, ${optimizer}, ${critic} and one ${config} per role.`;

/** What to do about a damaged checkpoint, as whoever needs it can: in the page where a run is exported, or in the terminal. */
export type Instead =
  | { readonly instead: 'another' | 'train_again' | 'copy' }
  | { readonly instead: 'export'; readonly iteration: number }
  | { readonly instead: 'whole'; readonly whole: readonly string[] };

function insteadOf(of: Instead): string {
  switch (of.instead) {
    case 'another':
      return 'Use another checkpoint, or a copy of this one.';
    case 'export':
      return `Checkpoint ${of.iteration} is the last intact one: export checkpoint ${of.iteration} instead.`;
    case 'train_again':
      return 'None of its checkpoints is intact. Train it again: the same project and seed give the same run.';
    case 'whole':
      return `Intact checkpoints: ${of.whole.join(', ')}.`;
    case 'copy':
      return 'None of its checkpoints is intact; use a copy of the folder.';
  }
}

export const runFileFaults = {
  E_BEST: (of: NotJson | Other) =>
    of.found === 'not_json'
      ? notJson(of)
      : { message: `${of.subject} does not say which checkpoint was best.`, hint: 'Name a checkpoint by its number.' },
  E_CARD: (of: NotJson | Other) =>
    of.found === 'not_json'
      ? notJson(of)
      : {
          message: `${of.subject} is not in the format this version writes.`,
          hint: 'Download the folder to look into it, or delete the run.',
        },
  E_RUN_FUTURE: ({ subject, format, reads }: In & { readonly format: number; readonly reads: number }) => ({
    message: `A newer version of the workbench wrote ${subject} (format ${format}; this version reads up to ${reads}).`,
    hint: 'The run stays as it is. Open it in the newer version: reload the page, or update the workbench.',
  }),
  E_RUN_LABELS: () => ({
    message: 'The name, tags or notes of this run are too long.',
    hint: 'A name has at most 200 characters, a tag 60, notes 20 000; there are at most 50 tags.',
  }),
  /** Of a line, `field` and `reason` are what its reader said of the first that is wrong. */
  E_EPISODES: (
    of: In &
      ({ readonly found: 'none' } | { readonly found: 'line'; readonly line: number; readonly field?: string; readonly reason?: string }),
  ) => ({
    message:
      of.found === 'none'
        ? `${of.subject} holds no episode.`
        : `Line ${of.line} of ${of.subject} is not an episode: ${[of.field, of.reason].filter(Boolean).join(': ') || 'not an object'}.`,
    hint: 'A line is {"observation": …, "messages": [{"role": …, "text": …}]} or an episode of a run; docs/warm-start.md shows both.',
  }),
  /** Without a line the file is empty. */
  E_CASES: (of: In & { readonly line?: number; readonly field?: string; readonly reason?: string }) => ({
    message:
      of.line === undefined
        ? `${of.subject} holds no test case.`
        : `Line ${of.line} of ${of.subject} is not a test case: ${[of.field, of.reason].filter(Boolean).join(': ') || 'not an object'}.`,
    hint: 'Cases are copied in the page: Inspect → Blame → “Copy as test case”. docs/environments.md says what is in a line.',
  }),
  E_RUN_FILE: (of: NotJson | (In & { readonly found: 'entry'; readonly entry: number })) =>
    of.found === 'not_json'
      ? notJson(of)
      : { message: `Entry ${of.entry} of ${of.subject} is not what a run folder should hold.`, hint: 'Record or download the run again.' },
  E_RUN_FILE_CHANGES: ({ subject }: In) => ({
    message: `${subject} was written again and again while it was read.`,
    hint: 'Try once more when whatever writes it is done.',
  }),
  E_RUN_INFO: notJson,
  E_PLAY_ON: (of: NotJson | Other) =>
    of.found === 'not_json'
      ? notJson(of)
      : {
          message: `${of.subject} does not say what replays of the run use.`,
          hint: 'Delete the file and bring again what the run needs: Runs → “Bring what replays need…”.',
        },
  E_EVIDENCE: notJson,
  E_CHECKPOINT_STATE: (
    of:
      | NotJson
      | (In & { readonly holds: Holds } & ({ readonly found: 'unusable' } | { readonly found: 'iteration'; readonly iteration: number })),
  ) => {
    switch (of.found) {
      case 'not_json':
        return notJson(of);
      case 'unusable':
        return { message: `${of.subject} has an unusable ${of.holds[0]}.`, hint: checkpointHint(of.holds) };
      case 'iteration':
        return { message: `${of.subject} says it was made after ${of.iteration} iterations.`, hint: checkpointHint(of.holds) };
    }
  },
  E_CHECKPOINT_FILE_MISSING: ({ subject, file, holds }: In & { readonly file: string; readonly holds: Holds }) => ({
    message: `${subject} has no ${file}.`,
    hint: checkpointHint(holds),
  }),
  /** `damage` is a clause such as “optimizer.safetensors is not what was written”. */
  E_CHECKPOINT_DAMAGED: (of: In & { readonly damage: string } & Instead) => ({
    message: `${of.subject} is damaged: ${of.damage}.`,
    hint: insteadOf(of),
  }),
  /** `subject` is the role whose adapter it is. */
  E_CHECKPOINT_MISMATCH: ({ subject, trainedOn, wanted }: In & { readonly trainedOn: string; readonly wanted: string }) => ({
    message: `The checkpoint does not fit this project: the adapter of “${subject}” was trained on the base “${trainedOn}”, but the project says “${wanted}”.`,
    hint: 'Choose that base again, or start a new run.',
  }),
};
