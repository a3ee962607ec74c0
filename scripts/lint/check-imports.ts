/**
 * Holds the shape of the house (docs/architecture.md): imports point inward only, environments see nothing but their
 * contract, no folders form a cycle, and core, engine, runs, hub and tinker know no clock and no hidden randomness. `npm run lint` runs it
 * over the whole tree; every offence is one line `file:line message`.
 */
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { type Edge, folderCycles } from './folder-cycles.ts';
import { isNode, lineAt, nameOf, type Offence, parsed, report, sourcesIn, type SyntaxNode, textOf, visit } from './syntax.ts';

type Layer =
  | 'core'
  | 'engine'
  | 'runs'
  | 'hub'
  | 'tinker'
  | 'protocols'
  | 'session'
  | 'clients'
  | 'workers'
  | 'headless'
  | 'torture'
  | 'library'
  | 'words'
  | 'state'
  | 'kit'
  | 'features'
  | 'shell'
  | 'lessons'
  | 'builtins'
  | 'environments';

/**
 * Which layers each layer may import, besides itself. `runs` is the run folder and the library of runs over any file system,
 * `library` what a package shows of core, engine and session, `hub` fetches models into any file system, `tinker` trains on a server of the Tinker protocol, a protocol is plain data types, a client the near end of a worker,
 * `torture` the campaign that tries to break all of them, which nothing imports, `lessons` the courses with their words and the final test’s, `builtins` the list and texts of the built-in environments, `environments` those files
 * themselves. The page is `state`, `kit`, `features` and `shell`; a feature may not import another one.
 */
const MAY_IMPORT: Readonly<Record<Layer, readonly Layer[]>> = {
  core: ['words'],
  engine: ['core', 'words'],
  runs: ['core', 'words'],
  hub: ['core', 'runs', 'words'],
  tinker: ['core', 'words'],
  protocols: ['core', 'runs'],
  session: ['core', 'engine', 'tinker', 'protocols', 'words'],
  clients: ['core', 'protocols', 'words'],
  workers: ['core', 'engine', 'runs', 'hub', 'tinker', 'session', 'protocols', 'clients', 'words'],
  headless: ['core', 'engine', 'runs', 'hub', 'tinker', 'session', 'protocols', 'words', 'lessons', 'builtins', 'environments'],
  torture: [
    'core',
    'engine',
    'runs',
    'hub',
    'tinker',
    'protocols',
    'session',
    'clients',
    'workers',
    'headless',
    'words',
    'state',
    'kit',
    'lessons',
    'builtins',
    'environments',
  ],
  library: ['core', 'engine', 'session', 'workers', 'headless', 'builtins'],
  words: [],
  state: ['core', 'protocols', 'clients', 'words', 'lessons', 'builtins'],
  kit: ['core', 'protocols', 'clients', 'words', 'state', 'lessons', 'builtins'],
  features: ['core', 'protocols', 'clients', 'words', 'state', 'kit', 'lessons', 'builtins'],
  shell: ['core', 'protocols', 'clients', 'words', 'state', 'kit', 'features', 'lessons', 'builtins'],
  lessons: ['core', 'words'],
  builtins: [],
  environments: [],
};

/** Packages that only some layers may use; packages in no group are free to all but environments. */
const PACKAGE_GROUPS: readonly { readonly what: string; readonly pattern: RegExp; readonly layers: readonly Layer[] }[] = [
  { what: 'tensor packages', pattern: /^(@tensorflow\/|webgpu$)/, layers: ['engine', 'workers', 'headless', 'torture'] },
  { what: 'the sandbox’s packages', pattern: /^(quickjs-|@jitl\/|sucrase$)/, layers: ['session', 'torture'] },
  { what: 'zustand', pattern: /^zustand(\/|$)/, layers: ['state', 'kit', 'features', 'shell', 'torture'] },
  {
    what: 'packages of the page',
    pattern:
      /^(react|react-dom|react-is|react-resizable-panels|react-markdown|remark-gfm|temml|recharts|monaco-editor|@mantine|@tabler|@tanstack|@xyflow)(\/|$)/,
    layers: ['kit', 'features', 'shell'],
  },
  { what: 'comlink', pattern: /^comlink(\/|$)/, layers: ['workers', 'clients', 'state', 'features'] },
  { what: 'Node’s modules', pattern: /^node:/, layers: ['headless', 'torture', 'library'] },
];

/** Layers that know neither a clock nor hidden randomness. */
const TIMELESS: readonly Layer[] = ['core', 'engine', 'runs', 'hub', 'tinker'];

/** Sources of numbers that differ from run to run, as `object.property`. */
const HIDDEN_STATE: Readonly<Record<string, readonly string[]>> = {
  Math: ['random'],
  Date: ['now'],
  performance: ['now', 'timeOrigin'],
  crypto: ['getRandomValues', 'randomUUID'],
  tf: [
    'randomNormal',
    'randomUniform',
    'randomUniformInt',
    'randomStandardNormal',
    'randomGamma',
    'truncatedNormal',
    'multinomial',
    'dropout',
  ],
};
const HIDDEN_STATE_HINT = 'take numbers from core/random and times from the caller';

/** The layer a file of this repository belongs to; undefined for tests, scripts and configuration. */
export function layerOf(file: string): Layer | undefined {
  const inWorkers = /^workers\/[^/]+\/(.+)$/.exec(file)?.[1];
  if (inWorkers === 'protocol.ts') return 'protocols';
  if (inWorkers === 'client.ts' || inWorkers === 'spawn.ts') return 'clients';
  if (file.startsWith('workers/')) return 'workers';
  if (file.startsWith('headless/torture/') || file === 'headless/commands/upkeep/torture.ts') return 'torture';
  if (file.startsWith('headless/')) return 'headless';
  if (file.startsWith('library/')) return 'library';
  const inPage = /^src\/page\/(?:(state|kit|features|shell)\/)?/.exec(file);
  // The page's entry belongs to what puts it together.
  if (inPage) return (inPage[1] as Layer | undefined) ?? 'shell';
  const folder = /^src\/([^/]+)\//.exec(file)?.[1];
  if (folder === 'environments') return file.endsWith('.env.ts') ? 'environments' : 'builtins';
  if (folder === 'inventory') return 'lessons';
  return folder && folder in MAY_IMPORT ? (folder as Layer) : undefined;
}

/** A module named in a source file. `how`: loaded as code here, for its types alone, started as a worker or fetched, or read as text. */
interface Reference {
  readonly specifier: string;
  readonly how: 'code' | 'types' | 'address' | 'text';
  readonly offset: number;
}

/** Whether `node` is `import.meta.url`. */
const isOwnAddress = (node: unknown): boolean =>
  isNode(node) &&
  node.type === 'MemberExpression' &&
  nameOf(node['property']) === 'url' &&
  isNode(node['object']) &&
  node['object'].type === 'MetaProperty';

/** The module a syntax node names, if it names one. */
function referenceOf(node: SyntaxNode): Reference | undefined {
  if (node.type === 'NewExpression' && nameOf(node['callee']) === 'URL') {
    const [path, base] = Array.isArray(node['arguments']) ? (node['arguments'] as unknown[]) : [];
    const specifier = textOf(path);
    return specifier !== undefined && isOwnAddress(base) ? { specifier, how: 'address', offset: node.start } : undefined;
  }
  const importing = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSImportType'];
  const source = importing.includes(node.type) ? textOf(node['source']) : undefined;
  if (source === undefined) return undefined;
  const [specifier = '', query] = source.split('?');
  const code = [node['importKind'], node['exportKind']].includes('type') || node.type === 'TSImportType' ? 'types' : 'code';
  const how = query === undefined ? code : query === 'raw' ? 'text' : 'address';
  return { specifier, how, offset: node.start };
}

const featureOf = (file: string): string => file.split('/')[3] ?? file;
const PAGE: readonly Layer[] = ['state', 'kit', 'features', 'shell'];

/** What is wrong with `reference` made in `file`, if anything. */
function judgeReference(file: string, layer: Layer, reference: Reference): string | undefined {
  const { specifier, how } = reference;
  if (!specifier.startsWith('.')) {
    if (layer === 'environments')
      return specifier === 'marft/env' ? undefined : `environments may import only 'marft/env', not '${specifier}'`;
    const group = PACKAGE_GROUPS.find(({ pattern }) => pattern.test(specifier));
    if (!group || group.layers.includes(layer)) return undefined;
    // `node.ts` and `*.node.ts` are the terminal's halves of what the page does with Vite's.
    if (specifier.startsWith('node:') && /(^|[/.])node\.ts$/.test(file)) return undefined;
    return `${layer} may not use ${group.what} ('${specifier}'): only ${group.layers.join(', ')} may`;
  }
  const target = posix.normalize(posix.join(posix.dirname(file), specifier));
  const targetLayer = layerOf(target);
  if (layer === 'environments') return `environments may import only 'marft/env', not '${specifier}'`;
  if (layer === 'features' && targetLayer === 'features' && featureOf(file) !== featureOf(target))
    return `the feature ${featureOf(file)} may not import the feature ${featureOf(target)} ('${specifier}'): what both need moves to kit or state`;
  if (targetLayer === layer) return undefined;
  // Where the terminal finds a WebGPU device is shared with the tests.
  if (['headless', 'torture', 'library'].includes(layer) && target.startsWith('scripts/')) return undefined;
  // What draws and judges a trial is shared with the tests.
  if (layer === 'torture' && /^test\/(?:\w+\/)?support\//.test(target)) return undefined;
  // The page shows built-in environments as text, and starts workers without loading their code.
  if ((PAGE.includes(layer) || layer === 'builtins') && how === 'text' && (targetLayer === 'environments' || layer === 'builtins'))
    return undefined;
  if ((PAGE.includes(layer) || layer === 'clients') && targetLayer === 'workers' && how === 'address') return undefined;
  // The page shows the changelog, which is written once.
  if (layer === 'features' && how === 'text' && target === 'CHANGELOG.md') return undefined;
  // What servers are expected to refuse is told before a job is exported; it is pure, and no way to a server.
  if (layer === 'features' && target.startsWith('src/tinker/job/')) return undefined;
  // What a library answers is plain data to the page, which must not load the library with it.
  if (layer === 'state' && targetLayer === 'runs' && how === 'types') return undefined;
  if (!targetLayer) return target.startsWith('src/') ? undefined : `${layer} may not reach outside src ('${specifier}')`;
  if (MAY_IMPORT[layer].includes(targetLayer)) return undefined;
  const allowed = MAY_IMPORT[layer];
  return `${layer} may not import ${targetLayer} ('${specifier}'): only ${allowed.length ? `itself and ${allowed.join(', ')}` : 'itself'}`;
}

/** The clock or random source a syntax node reads, if any. */
function hiddenStateIn(node: SyntaxNode): string | undefined {
  if (node.type === 'MemberExpression') {
    const owner =
      isNode(node['object']) && node['object'].type === 'MemberExpression' ? nameOf(node['object']['property']) : nameOf(node['object']);
    const member = node['computed'] ? textOf(node['property']) : nameOf(node['property']);
    return owner && member && HIDDEN_STATE[owner]?.includes(member) ? `${owner}.${member}` : undefined;
  }
  if (node.type === 'VariableDeclarator' && isNode(node['id']) && node['id'].type === 'ObjectPattern') {
    const owner = nameOf(node['init']);
    const taken = (node['id']['properties'] as SyntaxNode[]).map((property) => nameOf(property['key']));
    const member = owner && taken.find((name) => name && HIDDEN_STATE[owner]?.includes(name));
    return member ? `${owner}.${member}` : undefined;
  }
  if (nameOf(node['callee']) !== 'Date') return undefined;
  if (node.type === 'CallExpression') return 'Date()';
  return node.type === 'NewExpression' && (node['arguments'] as unknown[]).length === 0 ? 'new Date()' : undefined;
}

/** All offences in one source file; `file` is its path in the repository, with forward slashes. */
export function checkSource(file: string, text: string): Offence[] {
  const layer = layerOf(file);
  if (!layer) return [];
  const tree = parsed(file, text);
  if ('offence' in tree) return [tree.offence];

  const offences: Offence[] = [];
  const found = (offset: number, message: string | undefined): void => {
    if (message) offences.push({ file, line: lineAt(text, offset), message });
  };
  visit(tree.program, (node) => {
    const reference = referenceOf(node);
    if (reference) found(reference.offset, judgeReference(file, layer, reference));
    if (!TIMELESS.includes(layer)) return;
    const source = hiddenStateIn(node);
    if (source) found(node.start, `${layer} may not use ${source}: ${HIDDEN_STATE_HINT}`);
  });
  return offences;
}

/** What `file` names of the repository as code, types included. */
export function edgesOf(file: string, text: string): Edge[] {
  const edges: Edge[] = [];
  visit(parseSync(file, text).program, (node) => {
    const reference = referenceOf(node);
    if (!reference || !['code', 'types'].includes(reference.how) || !reference.specifier.startsWith('.')) return;
    // A style sheet knows nobody, so that a feature may have one for all its folders.
    if (reference.specifier.endsWith('.css')) return;
    const to = posix.normalize(posix.join(posix.dirname(file), reference.specifier));
    edges.push({ from: file, to, line: lineAt(text, reference.offset) });
  });
  return edges;
}

/** Cycles among folders as offences, each at the first import of it. */
export function checkFolders(edges: readonly Edge[]): Offence[] {
  return folderCycles(edges).map(({ folders, edges: steps }) => {
    const names = [...folders, folders[0]].join(' → ');
    const how = steps.map(({ from, to }) => `${posix.basename(from)} imports ${posix.basename(to)}`).join(', ');
    return { file: steps[0]?.from ?? '', line: steps[0]?.line ?? 1, message: `folders form a cycle: ${names} (${how})` };
  });
}

/** All offences in the repository at `root`. */
export function checkTree(root: string): Offence[] {
  const sources = sourcesIn(root, ['src', 'workers', 'headless', 'library']);
  return [
    ...sources.flatMap(({ file, text }) => checkSource(file, text)),
    ...checkFolders(sources.flatMap(({ file, text }) => edgesOf(file, text))),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  report(checkTree(fileURLToPath(new URL('../..', import.meta.url))));
}
