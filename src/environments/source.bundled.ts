/** Texts of the built-in environments within a bundle: those of `source.node.ts`, which reads them from disk. */
import { BUILTIN_ENVIRONMENTS, TEMPLATE_FILE } from './index.ts';

const TEXTS = import.meta.glob<string>('./**/*.env.ts', { query: '?raw', import: 'default', eager: true });

/** The TypeScript of a built-in environment, by id. */
export function environmentSource(id: string): string {
  const found = BUILTIN_ENVIRONMENTS.find((environment) => environment.id === id);
  const text = TEXTS[`./${found?.folder}/${found?.file}`];
  if (text === undefined) throw new Error(`no built-in environment is called ${id}`);
  return text;
}

/** The TypeScript that a new environment begins with. */
export function templateSource(): string {
  const text = TEXTS[`./${TEMPLATE_FILE}`];
  if (text === undefined) throw new Error('the template of an environment is missing');
  return text;
}
