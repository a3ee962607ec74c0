/**
 * TypeScript to JavaScript for the sandbox: types are taken out, nothing else changes, and lines stay where they were.
 * Columns move where a type stood before them on the line, so the way back is kept with the code.
 */
import { transform } from 'sucrase';
import { fault, FaultError } from '../../core/faults.ts';
import { sandboxFaults } from '../../words/words.ts';

/** The name under which a person's module runs; stack frames carry it. */
export const MODULE_FILE = 'environment.ts';

/** 1-based, as editors count. */
export interface SourceLocation {
  readonly line: number;
  readonly column: number;
}

export interface CompiledModule {
  readonly source: string;
  readonly code: string;
  /** Where a position of `code` stands in `source`. */
  toSource(position: SourceLocation): SourceLocation;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The signed numbers of one segment of a source map's `mappings` (base64 VLQ). */
function decodeSegment(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of text) {
    const digit = BASE64.indexOf(character);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

/** Per line, pairs of [column in the code, column in the source], both from 0. Sucrase never moves a token to another line. */
function decodeColumns(mappings: string): [number, number][][] {
  let sourceColumn = 0;
  return mappings.split(';').map((line) => {
    let codeColumn = 0;
    return line
      .split(',')
      .filter((segment) => segment !== '')
      .map((segment) => {
        const [codeDelta = 0, , , sourceDelta = 0] = decodeSegment(segment);
        codeColumn += codeDelta;
        sourceColumn += sourceDelta;
        return [codeColumn, sourceColumn];
      });
  });
}

function syntaxFault(error: unknown): FaultError {
  const message = error instanceof Error ? error.message : String(error);
  // Sucrase: `Error transforming environment.ts: Unexpected token (3:7)`, column from 1.
  const found = /\((\d+):(\d+)\)\s*$/.exec(message);
  const said = message.replace(/^Error transforming [^:]*: /, '').replace(/\s*\(\d+:\d+\)\s*$/, '');
  const place = found ? { line: Number(found[1]), column: Number(found[2]) } : undefined;
  return new FaultError(fault(sandboxFaults, 'E_ENV_SYNTAX', { line: place?.line, said }, { place }));
}

/** Takes the types out of an environment module; throws `E_ENV_SYNTAX` when it cannot be parsed. */
export function compileModule(source: string, file = MODULE_FILE): CompiledModule {
  try {
    const { code, sourceMap } = transform(source, {
      transforms: ['typescript'],
      disableESTransforms: true,
      filePath: file,
      sourceMapOptions: { compiledFilename: file },
    });
    const columns = decodeColumns(sourceMap?.mappings ?? '');
    return {
      source,
      code,
      toSource({ line, column }) {
        const before = columns[line - 1]?.findLast(([codeColumn]) => codeColumn <= column - 1);
        return before ? { line, column: column - before[0] + before[1] } : { line, column };
      },
    };
  } catch (error) {
    throw syntaxFault(error);
  }
}
