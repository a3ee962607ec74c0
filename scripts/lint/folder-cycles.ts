/**
 * Finds cycles among folders: a folder is read, moved and tested as one thing, so the order in which folders know each other
 * has no loops. Imports of values and of types count alike; a subfolder is a folder of its own.
 */
import { posix } from 'node:path';

/** One file naming another; both are paths in the repository, with forward slashes. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** A cycle of folders and an import for each step of it. */
export interface FolderCycle {
  readonly folders: readonly string[];
  readonly edges: readonly Edge[];
}

/** Cycles among folders: from each folder that lies on one the shortest, unless an earlier cycle has told of that folder. */
export function folderCycles(edges: readonly Edge[]): FolderCycle[] {
  const steps = new Map<string, Map<string, Edge>>();
  for (const edge of edges) {
    const [from, to] = [posix.dirname(edge.from), posix.dirname(edge.to)];
    if (from === to) continue;
    const outgoing = steps.get(from) ?? new Map<string, Edge>();
    if (!outgoing.has(to)) outgoing.set(to, edge);
    steps.set(from, outgoing);
  }
  const told = new Set<string>();
  const cycles: FolderCycle[] = [];
  for (const start of [...steps.keys()].sort()) {
    if (told.has(start)) continue;
    const edgesOf = shortestWayBack(start, steps);
    if (!edgesOf) continue;
    const folders = edgesOf.map(({ from }) => posix.dirname(from));
    for (const folder of folders) told.add(folder);
    cycles.push({ folders, edges: edgesOf });
  }
  return cycles;
}

/** The shortest way from `start` back to itself, breadth first; undefined where there is none. */
function shortestWayBack(start: string, steps: ReadonlyMap<string, ReadonlyMap<string, Edge>>): Edge[] | undefined {
  const ways: { readonly at: string; readonly edges: Edge[] }[] = [{ at: start, edges: [] }];
  const seen = new Set<string>();
  for (let next = ways.shift(); next; next = ways.shift()) {
    for (const [to, edge] of steps.get(next.at) ?? []) {
      const edges = [...next.edges, edge];
      if (to === start) return edges;
      if (!seen.has(to)) ways.push({ at: to, edges });
      seen.add(to);
    }
  }
  return undefined;
}
