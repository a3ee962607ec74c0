/** Types of `serve.mjs`, which runs where no TypeScript is installed. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Rule {
  /** What the path begins with. */
  readonly below: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Asked = Pick<IncomingMessage, 'url' | 'method' | 'headers'>;

export function headerRules(text: string): readonly Rule[];
export function headersAt(rules: readonly Rule[], path: string): Readonly<Record<string, string>>;
export function sendStatic(folder: string, rules: readonly Rule[]): (request: Asked, response: ServerResponse, next: () => void) => void;
export function servePage(options: {
  readonly folder: string;
  readonly port: number;
  readonly host?: string;
  readonly strict?: boolean;
  readonly handle?: (request: IncomingMessage, response: ServerResponse) => boolean;
}): Promise<{ readonly port: number; close(): Promise<void> }>;
