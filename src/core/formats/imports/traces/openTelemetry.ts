/** Reads OTLP's JSON, as the collector's and the SDKs' file exporters write it, a line a batch, or as one value. */
import { faultAt } from '../../../faultAt.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import { headText } from '../head.ts';
import type { ImportedPart } from '../importedRun.ts';
import type { RunReader } from '../reader.ts';
import { evaluationsOf, genAiSpan, isGenAi } from './genAi.ts';
import { isOpenInference, openInferenceSpan } from './openInference.ts';
import { type OtlpEvent, type OtlpSpan, recordsIn, spansIn } from './otlp.ts';
import { type Span, spanOf, Traces } from './spans.ts';
import { entriesOf, nanoseconds, textOrNull } from './values.ts';

export const openTelemetryReader: RunReader = {
  source: 'opentelemetry',
  claims: (head) => /^\s*[[{]/.test(headText(head)) && /"resource(Spans|Logs)"\s*:/.test(headText(head)),
  async *read(files): AsyncGenerator<ImportedPart> {
    const traces = new Traces();
    const notices: ImportedPart[] = [];
    /** Spans without words, which may still come as log records, as other files hold them. */
    const silent: { readonly span: OtlpSpan; readonly subject: string }[] = [];
    const logged = new Map<string, OtlpEvent[]>();
    for (const file of files) {
      for await (const entry of entriesOf(file, [], (notice) => notices.push(notice))) {
        const { subject, item } = entry;
        for (const span of spansIn(entry)) {
          if (!span) throw faultAt(importTraceFaults, 'E_TRACE_FIELD', { subject, item, field: 'traceId, spanId', expected: 'a text' });
          const known = knownOf(span, []);
          traces.add(known, subject);
          if (isGenAi(span.attributes) && typeof known.said?.text !== 'string') silent.push({ span, subject });
        }
        for (const { trace, span, event } of recordsIn(entry)) {
          for (const [name, value] of Object.entries(evaluationsOf([event]))) traces.score(trace, name, value);
          if (!event.name.startsWith('gen_ai.')) continue;
          const key = `${trace} ${span}`;
          const events = logged.get(key);
          if (events) events.push(event);
          else logged.set(key, [event]);
        }
      }
    }
    for (const { span, subject } of silent) {
      const records = logged.get(`${span.trace} ${span.id}`);
      if (records) traces.add(knownOf(span, records), subject);
    }
    yield* notices;
    yield* traces.parts(files[0]?.path ?? '');
  },
};

function knownOf(span: OtlpSpan, records: readonly OtlpEvent[]): Span {
  const { trace, id, parent, start, attributes, events, name, resource } = span;
  const told = isOpenInference(attributes) ? openInferenceSpan(attributes, name) : genAiSpan(attributes, [...events, ...records], name);
  const service = textOrNull(resource['service.name']);
  return {
    ...spanOf({ trace, id, parent, start: nanoseconds(start) }),
    ...told,
    info: { ...told.info, ...(service !== null && { service }) },
  };
}
