/**
 * Reads Phoenix's exports of spans with OpenInference's attributes: its client's and REST API's (`data`), its command line's
 * (traces with `spans`), `span_json_encoder.py`'s lines, and rows of a data frame with columns such as `context.trace_id`.
 */
import { faultAt } from '../../../faultAt.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import { headText } from '../head.ts';
import type { ImportedPart } from '../importedRun.ts';
import type { RunReader } from '../reader.ts';
import { openInferenceSpan } from './openInference.ts';
import { type Span, spanOf, Traces } from './spans.ts';
import { entriesOf, type Entry, listOf, nanoseconds, numberOrNull, type Table, tableOf, textOrNull, unflattened } from './values.ts';

export const phoenixReader: RunReader = {
  source: 'phoenix',
  claims: (head) => {
    const text = headText(head);
    if (!/^\s*[[{]/.test(text) || !/"span_kind"\s*:|openinference/.test(text)) return false;
    return /"context"\s*:\s*\{/.test(text) || /"context\.(trace|span)_id"\s*:/.test(text);
  },
  async *read(files): AsyncGenerator<ImportedPart> {
    const traces = new Traces();
    const notices: ImportedPart[] = [];
    for (const file of files) {
      for await (const entry of entriesOf(file, ['data'], (notice) => notices.push(notice))) {
        const spans = Array.isArray(entry.value['spans']) ? entry.value['spans'] : [entry.value];
        for (const span of spans) traces.add(spanOfRow({ ...entry, value: tableOf(span) }), entry.subject);
        for (const [name, value] of scoresOf(entry.value['annotations']))
          if (entry.value['spans'] !== undefined) traces.score(textOrNull(entry.value['traceId']) ?? '', name, value);
      }
    }
    yield* notices;
    yield* traces.parts(files[0]?.path ?? '');
  },
};

function spanOfRow({ subject, item, value }: Entry): Span {
  const row = 'context.span_id' in value || 'context.trace_id' in value ? unflattened(value) : value;
  const context = tableOf(row['context']);
  const [trace, id] = [textOrNull(context['trace_id']), textOrNull(context['span_id'])];
  if (trace === null || id === null)
    throw faultAt(importTraceFaults, 'E_TRACE_FIELD', { subject, item, field: 'context.trace_id, context.span_id', expected: 'a text' });
  const known = openInferenceSpan(tableOf(row['attributes']), textOrNull(row['name']) ?? '', row['span_kind']);
  return {
    ...spanOf({ trace, id, parent: textOrNull(row['parent_id']), start: nanoseconds(row['start_time']) }),
    ...known,
    skills: { ...known.skills, ...Object.fromEntries(scoresOf(row['annotations'])) },
  };
}

/** `annotations` beside a span or a trace, as the command line exports them: a name and, in its result, a score. */
function scoresOf(annotations: unknown): [string, number][] {
  return listOf(annotations).flatMap((one): [string, number][] => {
    const annotation: Table = tableOf(one);
    const [name, score] = [textOrNull(annotation['name']), numberOrNull(tableOf(annotation['result'])['score'])];
    return name === null || score === null ? [] : [[name, score]];
  });
}
