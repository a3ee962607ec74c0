/**
 * The built-in environments, in folders by what a team has to do: `problems` that all may see, to be solved together; `communication`,
 * where one knows or decides what another needs; `coordination`, where everybody does a part and any slip may lose the episode.
 * Their texts come from `source.node.ts` (terminal, tests) or `source.vite.ts` (page).
 */

export interface BuiltinEnvironment {
  readonly id: string;
  readonly title: string;
  /** Name in its folder, and in the editor. No two have the same. */
  readonly file: string;
  readonly folder: 'problems' | 'communication' | 'coordination';
}

/** What a new environment begins with; a file of this folder. */
export const TEMPLATE_FILE = 'template.env.ts';

/** The first is that of a new project. */
export const BUILTIN_ENVIRONMENTS: readonly BuiltinEnvironment[] = [
  { id: 'arithmetic', title: 'Arithmetic word problems', file: 'arithmetic.env.ts', folder: 'problems' },
  { id: 'arithmetic-six', title: 'Arithmetic word problems, six types', file: 'arithmetic-six.env.ts', folder: 'problems' },
  { id: 'signalling', title: 'Signalling game', file: 'signalling.env.ts', folder: 'communication' },
  { id: 'verifier', title: 'Word problems with a verifier', file: 'verifier.env.ts', folder: 'problems' },
  { id: 'programs', title: 'Tiny programs judged by unit tests', file: 'programs.env.ts', folder: 'problems' },
  { id: 'higher-lower', title: 'Guess the number: higher or lower', file: 'higher-lower.env.ts', folder: 'problems' },
  { id: 'relay', title: 'Relay with a weak runner', file: 'relay.env.ts', folder: 'coordination' },
  { id: 'consult', title: 'Consult', file: 'consult.env.ts', folder: 'communication' },
  { id: 'memory', title: 'A note for later', file: 'memory.env.ts', folder: 'communication' },
  { id: 'calculator', title: 'A calculator', file: 'calculator.env.ts', folder: 'problems' },
  { id: 'notebook', title: 'A notebook', file: 'notebook.env.ts', folder: 'communication' },
  { id: 'puzzles', title: 'Number puzzles', file: 'puzzles.env.ts', folder: 'problems' },
  { id: 'flow', title: 'Flow network', file: 'flow.env.ts', folder: 'coordination' },
  { id: 'debate', title: 'Two witnesses and a judge', file: 'debate.env.ts', folder: 'communication' },
  { id: 'editor', title: 'Writer, reflector and editor', file: 'editor.env.ts', folder: 'communication' },
  { id: 'enough', title: 'When is it enough?', file: 'enough.env.ts', folder: 'communication' },
  { id: 'switchboard', title: 'Switchboard', file: 'switchboard.env.ts', folder: 'communication' },
  { id: 'dispatch', title: 'Dispatch', file: 'dispatch.env.ts', folder: 'communication' },
  { id: 'posts', title: 'Three posts and an inspector', file: 'posts.env.ts', folder: 'coordination' },
  { id: 'tally', title: 'A tally of four', file: 'tally.env.ts', folder: 'coordination' },
  { id: 'tally-eight', title: 'A tally of eight', file: 'tally-eight.env.ts', folder: 'coordination' },
  { id: 'dataset-math', title: 'Math problems from a file', file: 'dataset-math.env.ts', folder: 'problems' },
  { id: 'stories', title: 'Stories of several steps', file: 'stories.env.ts', folder: 'problems' },
  { id: 'gsm8k', title: 'GSM8K problems', file: 'gsm8k.env.ts', folder: 'problems' },
];
