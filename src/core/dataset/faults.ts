/** Faults of imported data, each with its file and, where it is known, line and column. */
import { FaultError } from '../faults.ts';

type Code = 'SIZE' | 'ENCODING' | 'EMPTY' | 'JSON' | 'CSV' | 'ROW' | 'COLUMN' | 'LAYOUT';

export interface TextPlace {
  readonly line: number;
  readonly column?: number;
}

export function dataFault(code: Code, file: string, what: string, hint: string, place?: TextPlace): FaultError {
  const where = place ? `Line ${place.line}${place.column ? `, column ${place.column},` : ''} of ${file}` : file;
  return new FaultError({
    code: `E_DATASET_${code}`,
    message: `${where} ${what}`,
    hint,
    place: { subject: file, ...place },
  });
}

/** The 1-based line and column of an offset. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.lastIndexOf('\n', offset - 1);
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return { line, column: offset - before };
}
