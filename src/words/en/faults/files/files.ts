/** What is wrong with a file as such: numbers and lines of JSON, archives, and files that nobody can open. */

interface In {
  readonly subject: string;
}

const UNPACK = 'Unpack it yourself and open the folder.';
const AGAIN = 'Download or export it again; only zip archives can be read.';

const mebibytes = (bytes: number): number => Math.floor(bytes / 2 ** 20);

export const fileFaults = {
  /** `subject` is the path of the number within what is written, `value` NaN or an infinity, written out. */
  E_JSON_NUMBER: ({ subject, value }: In & { readonly value: string }) => ({
    message: `${subject} is ${value}, which cannot be written to a file.`,
    hint: 'A number overflowed: lower the learning rate, or look at what the environment returns.',
  }),
  /** `reason` is what its reader said. */
  E_JSONL_LINE: ({ subject, line, reason }: In & { readonly line: number; readonly reason: string }) => ({
    message: `Line ${line} of ${subject} is not JSON (${reason}).`,
    hint: 'The file may have been cut off while it was written; remove that line.',
  }),
  /** `most` counts files, or bytes: of all of them, or of the one at `path`. */
  E_ARCHIVE_LIMIT: (
    of: In & { readonly most: number } & ({ readonly found: 'files' | 'bytes' } | { readonly found: 'file'; readonly path: string }),
  ) => {
    switch (of.found) {
      case 'files':
        return { message: `${of.subject} holds more than ${of.most} files.`, hint: UNPACK };
      case 'bytes':
        return { message: `${of.subject} would unpack to more than ${mebibytes(of.most)} MiB.`, hint: UNPACK };
      case 'file':
        return { message: `${of.subject} holds a ${of.path} of more than ${mebibytes(of.most)} MiB.`, hint: UNPACK };
    }
  },
  /** What is to be written, with all that a zip says besides. */
  E_ARCHIVE_LARGE: ({ bytes, most }: { readonly bytes: number; readonly most: number }) => ({
    message: `The export has ${mebibytes(bytes)} MiB, and a zip holds ${mebibytes(most)}.`,
    hint: 'Export it without the dequantised base, or in a terminal with “npm run export-run”, which writes a folder. A job for a cluster names bases from the Hub, and carries all others.',
  }),
  E_ARCHIVE_PATH: ({ subject, found, path }: In & { readonly found: 'unsafe' | 'twice'; readonly path: string }) => ({
    message: found === 'unsafe' ? `${subject} holds a file with the unsafe path "${path}".` : `${subject} holds "${path}" twice.`,
    hint: UNPACK,
  }),
  E_ARCHIVE_DAMAGED: (
    of: In &
      (
        | { readonly found: 'overlap' }
        | { readonly found: 'packing'; readonly reason: string }
        | { readonly found: 'size'; readonly path: string }
      ),
  ) => {
    switch (of.found) {
      case 'overlap':
        return { message: `${of.subject} claims more bytes than it has.`, hint: AGAIN };
      case 'packing':
        return { message: `${of.subject} cannot be unpacked (${of.reason}).`, hint: AGAIN };
      case 'size':
        return { message: `${of.subject} holds "${of.path}" with another size than it states.`, hint: AGAIN };
    }
  },
  E_FILE_UNKNOWN: ({ subject, found }: In & { readonly found: 'bytes' | 'text' }) => ({
    message: `“${subject}” cannot be opened. ${
      found === 'text' ? 'It is text, but in no format that the workbench reads.' : 'It is neither text nor a zip archive.'
    }`,
    hint: 'The workbench opens projects and role profiles (JSON), teams of LangGraph, AutoGen, AG2 and crewAI (JSON, YAML, Mermaid), exported runs and adapters (zip), runs of other trainers (TRL, verl, prime-rl, verifiers, AReaL), traces and curves, agents copied from a canvas (JSON), and rows of problems (CSV, JSON, JSON Lines).',
  }),
  E_FILE_NO_PROJECT: ({ subject }: In) => ({
    message: `“${subject}” is an archive without a project.json or adapters.`,
    hint: 'An exported run contains its project.json, exported adapters a PEFT folder each; other archives cannot be opened.',
  }),
};
