/** Texts of the built-in environments and of the template, taken in by the bundler. */
import { BUILTIN_ENVIRONMENTS } from './index.ts';

const SOURCES: Readonly<Record<string, string>> = import.meta.glob<string>('./*.env.ts', { query: '?raw', import: 'default', eager: true });

/** The TypeScript of a built-in environment, by id. */
export function environmentSource(id: string): string {
  const file = BUILTIN_ENVIRONMENTS.find((environment) => environment.id === id)?.file;
  const source = SOURCES[`./${file}`];
  if (source === undefined) throw new Error(`no built-in environment is called ${id}`);
  return source;
}

/** The TypeScript that a new environment begins with. */
export function templateSource(): string {
  const source = SOURCES['./template.env.ts'];
  if (source === undefined) throw new Error('there is no template of an environment');
  return source;
}
