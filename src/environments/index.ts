/** The built-in environments. Their texts come from `source.node.ts` (terminal, tests) or `source.vite.ts` (page). */

export interface BuiltinEnvironment {
  readonly id: string;
  readonly title: string;
  /** Name in this folder, and in the editor. */
  readonly file: string;
}

/** What a new environment begins with; a file of this folder. */
export const TEMPLATE_FILE = 'template.env.ts';

/** The first is that of a new project. */
export const BUILTIN_ENVIRONMENTS: readonly BuiltinEnvironment[] = [
  { id: 'arithmetic', title: 'Arithmetic word problems', file: 'arithmetic.env.ts' },
  { id: 'arithmetic-six', title: 'Arithmetic word problems, six types', file: 'arithmetic-six.env.ts' },
  { id: 'signalling', title: 'Signalling game', file: 'signalling.env.ts' },
  { id: 'verifier', title: 'Word problems with a verifier', file: 'verifier.env.ts' },
  { id: 'programs', title: 'Tiny programs judged by unit tests', file: 'programs.env.ts' },
  { id: 'higher-lower', title: 'Guess the number: higher or lower', file: 'higher-lower.env.ts' },
  { id: 'relay', title: 'Relay with a weak runner', file: 'relay.env.ts' },
  { id: 'consult', title: 'Consult', file: 'consult.env.ts' },
  { id: 'memory', title: 'A note for later', file: 'memory.env.ts' },
  { id: 'calculator', title: 'A calculator', file: 'calculator.env.ts' },
  { id: 'notebook', title: 'A notebook', file: 'notebook.env.ts' },
  { id: 'puzzles', title: 'Number puzzles', file: 'puzzles.env.ts' },
  { id: 'flow', title: 'Flow network', file: 'flow.env.ts' },
  { id: 'debate', title: 'Two witnesses and a judge', file: 'debate.env.ts' },
  { id: 'editor', title: 'Writer, reflector and editor', file: 'editor.env.ts' },
  { id: 'enough', title: 'When is it enough?', file: 'enough.env.ts' },
  { id: 'switchboard', title: 'Switchboard', file: 'switchboard.env.ts' },
  { id: 'dispatch', title: 'Dispatch', file: 'dispatch.env.ts' },
  { id: 'posts', title: 'Three posts and an inspector', file: 'posts.env.ts' },
  { id: 'tally', title: 'A tally of four', file: 'tally.env.ts' },
  { id: 'tally-eight', title: 'A tally of eight', file: 'tally-eight.env.ts' },
  { id: 'dataset-math', title: 'Math problems from a file', file: 'dataset-math.env.ts' },
  { id: 'stories', title: 'Stories of several steps', file: 'stories.env.ts' },
  { id: 'gsm8k', title: 'GSM8K problems', file: 'gsm8k.env.ts' },
];
