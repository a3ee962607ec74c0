/**
 * Reads Langfuse's exports (web/src/features/traces/server/buildTraceExport.ts; the API's and the blob storage's observations and
 * scores, with names in camelCase or snake_case): a trace with its observations and scores, or lists and JSON Lines of either.
 * GENERATION observations are messages; an AGENT around them, LangGraph's node, or the observation's own name is the agent.
 */
import { faultAt } from '../../../faultAt.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import { headText } from '../head.ts';
import type { ImportedMessage, ImportedPart, PromptPart } from '../importedRun.ts';
import type { RunReader } from '../reader.ts';
import { chatOf, contentText, finishOf, shown } from './chat.ts';
import { type Span, spanOf, Traces } from './spans.ts';
import { entriesOf, type Entry, listOf, nanoseconds, numberOrNull, type Table, tableOf, textOrNull, unpacked } from './values.ts';

export const langfuseReader: RunReader = {
  source: 'langfuse',
  claims: (head) => {
    const text = headText(head);
    if (!/^\s*[[{]/.test(text)) return false;
    const observations = /"(parentObservationId|parent_observation_id)"\s*:/.test(text) || /"observations"\s*:\s*\[/.test(text);
    const scores = /"(traceId|trace_id)"\s*:/.test(text) && /"(dataType|data_type)"\s*:\s*"(NUMERIC|BOOLEAN|CATEGORICAL)"/.test(text);
    return observations || scores;
  },
  async *read(files): AsyncGenerator<ImportedPart> {
    const traces = new Traces();
    const notices: ImportedPart[] = [];
    for (const file of files)
      for await (const entry of entriesOf(file, ['data'], (notice) => notices.push(notice))) addEntry(entry, traces);
    yield* notices;
    yield* traces.parts(files[0]?.path ?? '');
  },
};

/** A field by its name in camelCase, or in snake_case. */
const field = (table: Table, name: string): unknown => table[name] ?? table[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];

/** A trace with what belongs to it, an observation, or a score. */
function addEntry(entry: Entry, traces: Traces): void {
  const { value, subject } = entry;
  const observations = listOf(value['observations']);
  const whole = observations.length > 0 || Array.isArray(value['scores']);
  const trace =
    textOrNull(field(value, 'traceId')) ?? textOrNull(tableOf(value['trace'])['id']) ?? (whole ? textOrNull(value['id']) : null);
  if (whole) {
    // The API lists ids of observations where their contents were not asked for.
    for (const one of observations)
      if (typeof one !== 'string') traces.add(observationSpan({ ...entry, value: tableOf(one) }, trace), subject);
    for (const one of listOf(value['scores'])) addScore(tableOf(one), trace, traces);
  } else if (field(value, 'dataType') !== undefined) addScore(value, trace, traces);
  else if (value['type'] !== undefined) traces.add(observationSpan(entry, trace), subject);
}

function addScore(score: Table, within: string | null, traces: Traces): void {
  const trace = textOrNull(field(score, 'traceId')) ?? within;
  const value = numberOrNull(score['value']);
  // The number of a category counts categories and measures nothing.
  if (trace !== null && value !== null && field(score, 'dataType') !== 'CATEGORICAL')
    traces.score(trace, shown(score['name'] ?? 'score'), value);
}

function observationSpan({ subject, item, value: observation }: Entry, within: string | null): Span {
  const id = textOrNull(observation['id']);
  const trace = textOrNull(field(observation, 'traceId')) ?? within;
  if (id === null || trace === null)
    throw faultAt(importTraceFaults, 'E_TRACE_FIELD', { subject, item, field: id === null ? 'id' : 'traceId', expected: 'a text' });
  const { type, name, input, output } = observation;
  const node = textOrNull(nodeIn(tableOf(observation['metadata'])));
  const parameters = tableOf(field(observation, 'modelParameters'));
  const said: Partial<ImportedMessage> | null =
    type === 'GENERATION'
      ? {
          prompt: promptOf(input),
          ...answerOf(output),
          temperature: numberOrNull(parameters['temperature']),
          maxTokens: numberOrNull(parameters['max_tokens']) ?? numberOrNull(parameters['maxTokens']),
        }
      : null;
  const model = field(observation, 'model') ?? field(observation, 'providedModelName');
  return spanOf({
    trace,
    id,
    parent: textOrNull(field(observation, 'parentObservationId')),
    start: nanoseconds(field(observation, 'startTime')),
    agent: node ?? (type === 'AGENT' ? textOrNull(name) : null),
    said,
    ownName: type === 'GENERATION' ? textOrNull(name) : null,
    tool: type === 'TOOL' ? { name: textOrNull(name) ?? '', input: unpacked(input ?? null), output: unpacked(output ?? null) } : null,
    info: {
      ...(typeof model === 'string' && { model }),
      ...(typeof field(observation, 'traceName') === 'string' && { name: field(observation, 'traceName') }),
      ...(typeof field(observation, 'sessionId') === 'string' && { session: field(observation, 'sessionId') }),
    },
  });
}

/** LangGraph's node, which the integration of LangChain puts into the metadata. */
const nodeIn = (metadata: Table): unknown => metadata['langgraph_node'] ?? tableOf(metadata['attributes'])['langgraph_node'];

function promptOf(input: unknown): readonly PromptPart[] | null {
  const given = unpacked(input);
  const text = typeof given === 'string' ? textOrNull(given) : null;
  return chatOf(given) ?? (text === null ? null : [{ role: 'user', text }]);
}

function answerOf(output: unknown): Pick<ImportedMessage, 'text' | 'finish'> {
  const given = unpacked(output);
  const choice = tableOf(listOf(tableOf(given)['choices'])[0]);
  const said = chatOf(choice['message'] ?? given)?.at(-1)?.text ?? textOrNull(typeof given === 'string' ? given : contentText(given));
  return { text: said, finish: finishOf(choice['finish_reason'] ?? tableOf(given)['finish_reason']) };
}
