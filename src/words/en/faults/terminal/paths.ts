/** What is wrong with files and folders that the terminal is given. */

const FROM_HERE = 'Check the path; it is relative to where the command runs.';
const GO_ON = 'What was written before is intact: resume the run with --resume.';

/** Before what is wrong with the text of a project file. */
export const unreadableProject = (file: string): string => `${file} cannot be read.`;

type Lock = { readonly folder: string; readonly lock: string } & (
  | { readonly held: 'takeover'; readonly takeover: string }
  | { readonly held: 'namelessly' }
  | { readonly held: 'elsewhere'; readonly pid: number; readonly host: string; readonly since: string }
  | { readonly held: 'here'; readonly pid: number; readonly since: string }
);

export const pathFaults = {
  E_FILE_MISSING: ({
    path,
    wanted,
  }: {
    readonly path: string;
    readonly wanted: 'project' | 'data' | 'environment' | 'episodes' | 'token' | 'team' | 'cases' | 'run' | 'study';
  }) => {
    switch (wanted) {
      case 'project':
        return { message: `There is no project file ${path}.`, hint: 'Check the path, or leave it out to train the preset “micro”.' };
      case 'data':
        return {
          message: `There is no file ${path}.`,
          hint: 'Check the path of --data; it is taken relative to where the command runs.',
        };
      case 'environment':
        return { message: `${path} cannot be read.`, hint: 'Check the path.' };
      case 'team':
      case 'run':
      case 'study':
        return { message: `There is no file or folder ${path}.`, hint: FROM_HERE };
      case 'cases':
        return { message: `${path} cannot be read.`, hint: 'Check the path of --cases.' };
      case 'token':
        return { message: `${path} cannot be read.`, hint: 'Name a file that holds the token and nothing else.' };
      case 'episodes':
        return {
          message: `There is no file or run folder ${path}.`,
          hint: 'Give a .jsonl file of episodes, or the folder that “npm run train -- --out DIR” wrote.',
        };
    }
  },
  /** A zip that brings a project with its bases. */
  E_CARRIED: (
    of: { readonly path: string } & (
      | { readonly found: 'large'; readonly bytes: number; readonly most: number }
      | { readonly found: 'other'; readonly home: string; readonly file: string }
    ),
  ) =>
    of.found === 'large'
      ? {
          message: `${of.path} has ${Math.round(of.bytes / 2 ** 20)} MiB; at most ${of.most / 2 ** 20} MiB are unpacked.`,
          hint: 'Unpack it yourself and give the project.json in it; its bases are found beside that.',
        }
      : {
          message: `${of.path} was not unpacked: ${of.file} in ${of.home} is there already and is not the same.`,
          hint: `Give ${of.home}/project.json if that is what you mean, or rename the zip or the folder.`,
        },
  E_FOLDER_MISSING: ({ folder }: { readonly folder: string }) => ({ message: `There is no folder ${folder}.`, hint: FROM_HERE }),
  /** `run`: what is in it, where it is a run. */
  E_OUT_EXISTS: ({
    out,
    run,
  }: {
    readonly out: string;
    readonly run: { readonly checkpoint: number | null; readonly iterations: number } | null;
  }) => {
    if (run === null) return { message: `${out} is not empty.`, hint: 'Choose another folder for --out.' };
    const { checkpoint, iterations } = run;
    const where = checkpoint === null ? 'without a checkpoint yet' : `with a checkpoint after iteration ${checkpoint} of ${iterations}`;
    return {
      message: `${out} already holds a run, ${where}.`,
      hint: `Continue it with: npm run train -- --resume --out ${out} Or choose another folder for --out.`,
    };
  },
  E_RUN_LOCKED: (of: Lock) => {
    const files = of.held === 'takeover' ? `${of.lock} and ${of.takeover}` : of.lock;
    return {
      message: `${of.folder} is locked: ${holderOf(of)}.`,
      hint: `Two processes would mix their rows. Wait for the other one or stop it, or choose another folder. If no process is writing there any more, delete ${files} in it.`,
    };
  },
};

function holderOf(of: Lock): string {
  switch (of.held) {
    case 'takeover':
      return 'another process is taking over its lock';
    case 'namelessly':
      return `its ${of.lock} does not say by whom`;
    case 'elsewhere':
      return `process ${of.pid} on the host “${of.host}” has held it since ${of.since}`;
    case 'here':
      return `process ${of.pid} has been writing to it since ${of.since}`;
  }
}

interface Refused {
  /** Null where the operating system did not say. */
  readonly path: string | null;
  readonly errno: string;
  readonly syscall: string;
}

const refusal =
  (what: string, hint: string) =>
  ({ path, errno, syscall }: Refused) => ({ message: `${path ?? 'A file'} ${what} (${errno}, ${syscall}).`, hint });

/** What the operating system refuses, by its own name for it. */
export const ioFaults = {
  E_IO_ENOSPC: refusal('could not be written: the disk is full', `Make room, then try again. ${GO_ON}`),
  E_IO_EDQUOT: refusal('could not be written: your quota on that disk is used up', `Make room, then try again. ${GO_ON}`),
  E_IO_EFBIG: refusal('could not be written: the file would be larger than that disk allows', `Choose another disk. ${GO_ON}`),
  E_IO_EROFS: refusal('could not be written: it is on a disk that can only be read', 'Choose a folder on another disk.'),
  E_IO_EACCES: refusal('may not be opened by you', 'Look at who owns it and its permissions, or choose another path.'),
  E_IO_EPERM: refusal('may not be changed by you', 'Look at who owns it and its permissions, or choose another path.'),
  E_IO_ENOENT: refusal('is not there', FROM_HERE),
  E_IO_ENOTDIR: refusal('is not a folder, or part of its path is not', 'Check the path: there is a file where a folder is needed.'),
  E_IO_EISDIR: refusal('is a folder where a file is needed', 'Check the path.'),
  E_IO_EEXIST: refusal('already exists as something else', 'Choose another path, or remove it.'),
  E_IO_ENOTEMPTY: refusal('is a folder that is not empty', 'Another process may be writing there; end it and try again.'),
  E_IO_ENAMETOOLONG: refusal('has too long a name for this disk', 'Choose a shorter path.'),
  E_IO_ELOOP: refusal('leads through a loop of links', 'Check the links on its path.'),
  E_IO_EBUSY: refusal('is in use by another program', `Close that program and try again. ${GO_ON}`),
  E_IO_EMFILE: refusal('could not be opened: this process has too many files open', 'Raise the limit (ulimit -n), then try again.'),
  E_IO_ENFILE: refusal('could not be opened: this computer has too many files open', 'Close other programs, then try again.'),
  E_IO_EIO: refusal('could not be read or written: the disk reports an error', `Back up what is on it, then check the disk. ${GO_ON}`),
  E_IO_ESTALE: refusal('is on a network disk that is no longer connected', `Connect it again. ${GO_ON}`),
};
