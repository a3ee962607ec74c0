/** The built-in environments. Their texts come from `source.node.ts` (terminal, tests) or `source.vite.ts` (page). */

export interface BuiltinEnvironment {
  readonly id: string;
  readonly title: string;
  /** Name in this folder, and in the editor. */
  readonly file: string;
}

export const BUILTIN_ENVIRONMENTS: readonly BuiltinEnvironment[] = [
  { id: 'arithmetic', title: 'Arithmetic word problems', file: 'arithmetic.env.ts' },
  { id: 'arithmetic-six', title: 'Arithmetic word problems, six types', file: 'arithmetic-six.env.ts' },
  { id: 'dataset-math', title: 'Math problems from a file', file: 'dataset-math.env.ts' },
];
