/**
 * OTLP's JSON (opentelemetry-proto/docs/specification, `TracesData` and `LogsData`): resources, scopes, and in them spans or log
 * records whose attributes are lists of keys and tagged values.
 */
import { isRecord } from '../../../isRecord.ts';
import { type Entry, listOf, type Table, tableOf, textOrNull } from './values.ts';

export interface OtlpSpan {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  readonly start: unknown;
  readonly attributes: Table;
  readonly events: readonly OtlpEvent[];
  readonly resource: Table;
}

/** An event of a span, or a log record that belongs to one. */
export interface OtlpEvent {
  readonly name: string;
  readonly attributes: Table;
  readonly body: unknown;
}

export interface OtlpRecord {
  readonly trace: string;
  readonly span: string;
  readonly event: OtlpEvent;
}

/** The value that one of OTLP's tagged values holds; a list or table of such likewise. */
export function anyValue(value: unknown): unknown {
  if (!isRecord(value)) return value;
  if ('stringValue' in value) return value['stringValue'];
  if ('boolValue' in value) return value['boolValue'];
  // 64-bit integers are texts in protobuf's JSON.
  if ('intValue' in value) return Number(value['intValue']);
  if ('doubleValue' in value) return Number(value['doubleValue']);
  if ('arrayValue' in value) return listOf(tableOf(value['arrayValue'])['values']).map(anyValue);
  if ('kvlistValue' in value) return attributesOf(tableOf(value['kvlistValue'])['values']);
  if ('bytesValue' in value) return value['bytesValue'];
  return null;
}

export function attributesOf(list: unknown): Table {
  return Object.fromEntries(
    listOf(list).flatMap((pair): [string, unknown][] =>
      isRecord(pair) && typeof pair['key'] === 'string' ? [[pair['key'], anyValue(pair['value'])]] : [],
    ),
  );
}

/** The spans of an entry, and `null` for one without ids, which no trace can hold. */
export function* spansIn({ value }: Entry): Generator<OtlpSpan | null> {
  for (const { resource, table } of scoped(value, 'resourceSpans', 'scopeSpans', 'spans')) {
    const [trace, id] = [textOrNull(table['traceId']), textOrNull(table['spanId'])];
    if (trace === null || id === null) yield null;
    else
      yield {
        trace,
        id,
        parent: textOrNull(table['parentSpanId']),
        name: textOrNull(table['name']) ?? '',
        start: table['startTimeUnixNano'],
        attributes: attributesOf(table['attributes']),
        events: listOf(table['events']).map((event) => {
          const { name, attributes } = tableOf(event);
          return { name: textOrNull(name) ?? '', attributes: attributesOf(attributes), body: null };
        }),
        resource,
      };
  }
}

/** The log records of an entry that belong to spans. */
export function* recordsIn({ value }: Entry): Generator<OtlpRecord> {
  for (const { table } of scoped(value, 'resourceLogs', 'scopeLogs', 'logRecords')) {
    const [trace, span] = [textOrNull(table['traceId']), textOrNull(table['spanId'])];
    if (trace === null || span === null) continue;
    const attributes = attributesOf(table['attributes']);
    const name = textOrNull(table['eventName']) ?? textOrNull(attributes['event.name']) ?? '';
    yield { trace, span, event: { name, attributes, body: anyValue(table['body']) } };
  }
}

function* scoped(value: Table, resources: string, scopes: string, items: string): Generator<{ resource: Table; table: Table }> {
  for (const given of listOf(value[resources])) {
    const resource = attributesOf(tableOf(tableOf(given)['resource'])['attributes']);
    for (const scope of listOf(tableOf(given)[scopes]))
      for (const item of listOf(tableOf(scope)[items])) yield { resource, table: tableOf(item) };
  }
}
