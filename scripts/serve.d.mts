import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface Rule {
  /** The path, or what it begins with. */
  readonly path: string;
  readonly whole: boolean;
  readonly headers: Readonly<Record<string, string>>;
}
export function headerRules(text: string): readonly Rule[];
export function headersAt(rules: readonly Rule[], path: string): Readonly<Record<string, string>>;
export function sendStatic(
  folder: string,
  rules: readonly Rule[],
  everything?: boolean,
): (request: Pick<IncomingMessage, 'url' | 'method' | 'headers'>, response: ServerResponse, next: (error?: unknown) => void) => void;
export function serve(options: {
  readonly folder: string;
  readonly port?: number | null;
  readonly first?: number;
  readonly host?: string;
  readonly say?: (text: string) => void;
  readonly handle?: (request: IncomingMessage, response: ServerResponse) => boolean;
}): Promise<Server>;
