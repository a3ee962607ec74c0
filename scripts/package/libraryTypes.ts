/**
 * The types of the package: declarations as the compiler writes them, of which everything goes that the public names do not reach. What is
 * inferred from a schema is written out, so that they name no other package.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { parseSync } from 'vite';
import { isNode, nameOf, type SyntaxNode, textOf, visit } from '../lint/syntax.ts';

/** Writes the declarations of `library/<entry>.ts` of the repository at `root` below `folder`. Throws where they would name a package or nothing. */
export function libraryTypes(root: string, folder: string, entries: readonly string[]): void {
  const made = join(folder, '.made');
  const files = entries.map((entry) => `library/${entry}.ts`);
  declare(root, made, files);
  const written = writtenOut(root, made, reachedFrom(made, files));
  const kept = reachedFrom(made, files, written);
  for (const [file, statements] of kept.entries()) {
    const text = statements.join('\n').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'");
    const to = join(folder, declarationOf(file));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, `${text}\n`);
  }
  rmSync(made, { recursive: true });
}

const declarationOf = (file: string): string => file.replace(/\.ts$/, '.d.ts');

function declare(root: string, folder: string, files: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    outDir: folder,
    rootDir: root,
    typeRoots: [join(root, 'node_modules/@types'), join(root, 'node_modules')],
  };
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files: files.map((file) => join(root, file)) }),
  );
  const { stdout, error } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
    encoding: 'utf8',
  });
  if (error) throw error;
  // What cannot be named lies in texts of the page, which no public name reaches; a file that is needed and missing is an error below.
  const serious = stdout.split('\n').filter((line) => /error TS/.test(line) && !/error TS4023/.test(line));
  if (serious.length > 0) throw new Error(serious.join('\n'));
}

/** A statement of a declaration file: what it brings into the file, and what it says. */
interface Statement {
  readonly text: string;
  readonly exported: boolean;
  /** Names that its text uses. */
  readonly uses: ReadonlySet<string>;
}

interface Module {
  /** By the name it has in the file. */
  readonly own: ReadonlyMap<string, Statement[]>;
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
  /** By the name it has outside: another file's, or one of its own. */
  readonly exports: ReadonlyMap<string, { readonly from: string | null; readonly name: string; readonly type: boolean }>;
}

/** Stands among the names for a type that the compiler wrote as `import('…')`. */
const UNNAMED = 'import()';

/** Types inferred from schemas, `file name` → the type written out. */
type Written = ReadonlyMap<string, string>;

const INFERRED = /^export type (\w+) = z\.infer<typeof \w+>;$/m;

/** What the compiler infers for all types of these files that are inferred from a schema. */
function writtenOut(root: string, made: string, kept: ReadonlyMap<string, readonly string[]>): Written {
  const found = [...kept].flatMap(([file, statements]) =>
    statements.flatMap((text) => INFERRED.exec(text)?.[1] ?? []).map((name) => ({ file, name })),
  );
  const probe = join(made, 'probe.ts');
  const imports = found.map(
    ({ file, name }, at) => `import type { ${name} as T${at} } from '${relative(dirname(probe), join(root, file))}';`,
  );
  const names = found.map((_, at) => `t${at}`);
  const source = [
    ...imports,
    `declare const all: { ${found.map((_, at) => `t${at}: T${at};`).join(' ')} };`,
    `export const { ${names.join(', ')} } = all;`,
  ];
  writeFileSync(probe, `${source.join('\n')}\n`);
  declare(root, join(made, 'probed'), [relative(root, probe)]);
  const text = readFileSync(join(made, 'probed', declarationOf(relative(root, probe))), 'utf8');
  const [statement] = parseSync('probe.d.ts', text).program.body as unknown as SyntaxNode[];
  const written = new Map<string, string>();
  visit(statement as SyntaxNode, (node) => {
    if (node.type !== 'VariableDeclarator' || !isNode(node['id'])) return;
    const id = node['id'];
    const { file, name } = found[Number(nameOf(id)?.slice(1))] ?? {};
    const annotation = id['typeAnnotation'];
    if (file && name && isNode(annotation))
      written.set(`${file} ${name}`, text.slice(annotation.start, annotation.end).replace(/^:\s*/, ''));
  });
  if (written.size !== found.length) throw new Error(`of ${found.length} types of schemas ${written.size} were written out`);
  return written;
}

/** The statements that the exports of `entries` reach, by file and in their order. */
function reachedFrom(made: string, entries: readonly string[], written: Written = new Map()): ReadonlyMap<string, string[]> {
  const modules = new Map<string, Module>();
  const moduleAt = (file: string): Module => {
    const known = modules.get(file);
    if (known) return known;
    const path = join(made, declarationOf(file));
    if (!existsSync(path)) throw new Error(`the types of the package need ${file}, which has no declarations`);
    const read = readModule(file, readFileSync(path, 'utf8'), written);
    modules.set(file, read);
    return read;
  };
  const kept = new Map<string, Set<string>>();
  const done = new Set<string>();
  const lines = (file: string): Set<string> => {
    const some = kept.get(file) ?? new Set<string>();
    kept.set(file, some);
    return some;
  };
  const at = (file: string, from: string): string => {
    if (!from.startsWith('.')) throw new Error(`the types of the package name ${from} (${file})`);
    return normalize(join(dirname(file), from)).replaceAll('\\', '/');
  };
  /** `outside`: what another file imports; otherwise a name within the file, which may be a global. */
  const take = (file: string, name: string, outside: boolean): void => {
    const key = `${file} ${outside} ${name}`;
    if (done.has(key)) return;
    done.add(key);
    const { own, imports, exports } = moduleAt(file);
    if (outside) {
      const exported = exports.get(name);
      if (!exported) throw new Error(`${file} exports no ${name}, which the types of the package need`);
      if (exported.from === null) {
        if (!own.get(name)?.some((statement) => statement.exported)) lines(file).add(`export { ${said(exported, name)} };`);
        return take(file, exported.name, false);
      }
      lines(file).add(`export { ${said(exported, name)} } from '${exported.from}';`);
      return take(at(file, exported.from), exported.name, true);
    }
    const imported = imports.get(name);
    if (imported) {
      lines(file).add(`import { ${said(imported, name)} } from '${imported.from}';`);
      return take(at(file, imported.from), imported.name, true);
    }
    for (const { text, uses } of own.get(name) ?? []) {
      if (uses.has(UNNAMED)) throw new Error(`${file}: ${name} has a type that names no import; write it down`);
      lines(file).add(text);
      for (const used of uses) if (used !== name) take(file, used, false);
    }
  };
  for (const entry of entries) for (const name of moduleAt(entry).exports.keys()) take(entry, name, true);
  return new Map(
    [...kept].map(([file, texts]) => [
      file,
      [...texts].toSorted((a, b) => Number(b.startsWith('import ')) - Number(a.startsWith('import '))),
    ]),
  );
}

/** `name`, `name as other`, with `type` before it where it is nothing but a type. */
const said = ({ name, type }: { readonly name: string; readonly type?: boolean }, other: string): string =>
  `${type ? 'type ' : ''}${name === other ? name : `${name} as ${other}`}`;

function readModule(file: string, text: string, written: Written): Module {
  const { program, comments } = parseSync(declarationOf(file), text);
  const own = new Map<string, Statement[]>();
  const imports = new Map<string, { from: string; name: string }>();
  const exports = new Map<string, { from: string | null; name: string; type: boolean }>();
  for (const node of program.body as unknown as SyntaxNode[]) {
    const specifiers = (node['specifiers'] as SyntaxNode[] | undefined) ?? [];
    const from = textOf(node['source']) ?? null;
    if (node.type === 'ExportAllDeclaration') throw new Error(`${file} exports all of another file; name what it exports`);
    if (node.type === 'ImportDeclaration') {
      for (const specifier of specifiers)
        imports.set(nameOf(specifier['local']) ?? '', { from: from ?? '', name: nameOf(specifier['imported']) ?? '*' });
      continue;
    }
    if (node.type === 'ExportNamedDeclaration' && !isNode(node['declaration'])) {
      for (const specifier of specifiers) {
        const type = [node['exportKind'], specifier['exportKind']].includes('type');
        exports.set(nameOf(specifier['exported']) ?? '', { from, name: nameOf(specifier['local']) ?? '', type });
      }
      continue;
    }
    const isExported = node.type === 'ExportNamedDeclaration';
    const declaration = (isExported ? node['declaration'] : node) as SyntaxNode;
    const names = Array.isArray(declaration['declarations'])
      ? (declaration['declarations'] as SyntaxNode[]).map((each) => nameOf(each['id']) ?? '')
      : [nameOf(declaration['id']) ?? ''];
    // Its description stands right before it.
    const comment = comments.findLast(({ end }) => end <= node.start && text.slice(end, node.start).trim() === '');
    const described = comment?.type === 'Block' ? text.slice(comment.start, comment.end) : '';
    for (const name of names) {
      const inferred = written.get(`${file} ${name}`);
      const declared = inferred === undefined ? text.slice(node.start, node.end) : `export type ${name} = ${inferred};`;
      const uses = new Set<string>();
      // The schema itself is no type of the package.
      if (!INFERRED.test(declared) && inferred === undefined)
        visit(declaration, (inner) => {
          if (inner.type === 'TSImportType') uses.add(UNNAMED);
          if (inner.type === 'Identifier') uses.add(nameOf(inner) ?? '');
        });
      own.set(name, [...(own.get(name) ?? []), { text: described ? `${described}\n${declared}` : declared, exported: isExported, uses }]);
      if (isExported) exports.set(name, { from: null, name, type: false });
    }
  }
  return { own, imports, exports };
}
