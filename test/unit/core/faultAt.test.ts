/** A fault of a file keeps the values of its sentence, and stands at the place that it names. */
import { expect, it } from 'vitest';
import { faultAt } from '../../../src/core/faultAt.ts';
import { FaultError, type Fault } from '../../../src/core/faults.ts';
import { decodeJson } from '../../../src/core/formats/files.ts';
import { parseJsonLines } from '../../../src/core/formats/jsonl.ts';
import { fileFaults, modelFaults, runFileFaults, tokenizerFaults } from '../../../src/words/words.ts';

function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
  }
  throw new Error('nothing was refused');
}

it('at a line of a file, with a detail', () => {
  expect(faultAt(fileFaults, 'E_JSONL_LINE', { subject: 'a.jsonl', line: 4, reason: 'odd' }, 'more').fault).toEqual({
    code: 'E_JSONL_LINE',
    params: { subject: 'a.jsonl', line: 4, reason: 'odd' },
    message: 'Line 4 of a.jsonl is not JSON (odd).',
    hint: 'The file may have been cut off while it was written; remove that line.',
    place: { subject: 'a.jsonl', line: 4 },
    detail: 'more',
  });
  expect(faultOf(() => parseJsonLines('{}\n{', 'b.jsonl'))).toMatchObject({
    params: { subject: 'b.jsonl', line: 2 },
    place: { subject: 'b.jsonl', line: 2 },
  });
});

it('of a file that is no JSON, in the words of whoever reads it', () => {
  const bytes = new TextEncoder().encode('{');
  const faults = [
    faultOf(() => decodeJson(bytes, 'x.json', modelFaults, 'E_MODEL_CONFIG')),
    faultOf(() => decodeJson(bytes, 'x.json', runFileFaults, 'E_CARD')),
    faultOf(() => decodeJson(bytes, 'x.json', tokenizerFaults, 'E_TOKENIZER_UNSUPPORTED')),
  ];
  expect(faults.map(({ code }) => code)).toEqual(['E_MODEL_CONFIG', 'E_CARD', 'E_TOKENIZER_UNSUPPORTED']);
  for (const fault of faults) {
    const { reason } = fault.params as { readonly reason: string };
    expect(fault).toEqual({
      code: fault.code,
      params: { found: 'not_json', subject: 'x.json', reason },
      message: `x.json is not a JSON file (${reason}).`,
      hint: 'Download or export it again.',
      place: { subject: 'x.json' },
    });
  }
});
