/**
 * Reads runs as LangSmith's client and its exports write them (python/langsmith/schemas.py, `Run`): a list, JSON Lines, or runs
 * within runs. Runs of type `llm` are messages; LangGraph's node, in the metadata, is the agent.
 */
import { faultAt } from '../../../faultAt.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import { headText } from '../head.ts';
import type { ImportedMessage, ImportedPart, PromptPart } from '../importedRun.ts';
import type { RunReader } from '../reader.ts';
import { answerIn, chatOf, finishOf } from './chat.ts';
import { type Span, spanOf, Traces } from './spans.ts';
import { entriesOf, type Entry, listOf, nanoseconds, numberOrNull, type Table, tableOf, textOrNull } from './values.ts';

export const langSmithReader: RunReader = {
  source: 'langsmith',
  claims: (head) => {
    const text = headText(head);
    return (
      /^\s*[[{]/.test(text) && /"run_type"\s*:/.test(text) && /"(trace_id|dotted_order|session_id|parent_run_id|child_runs)"\s*:/.test(text)
    );
  },
  async *read(files): AsyncGenerator<ImportedPart> {
    const traces = new Traces();
    const notices: ImportedPart[] = [];
    for (const file of files)
      for await (const entry of entriesOf(file, ['runs', 'data'], (notice) => notices.push(notice)))
        for (const span of spansOf(entry)) traces.add(span, entry.subject);
    yield* notices;
    yield* traces.parts(files[0]?.path ?? '');
  },
};

/** The run of an entry and those within it. */
function* spansOf({ subject, item, value }: Entry, parent: string | null = null, within: string | null = null): Generator<Span> {
  const id = textOrNull(value['id']);
  if (id === null) throw faultAt(importTraceFaults, 'E_TRACE_FIELD', { subject, item, field: 'id', expected: 'a text' });
  const trace = textOrNull(value['trace_id']) ?? within ?? id;
  yield runSpan(value, trace, id, textOrNull(value['parent_run_id']) ?? parent);
  for (const child of listOf(value['child_runs'])) yield* spansOf({ subject, item, value: tableOf(child) }, id, trace);
}

function runSpan(run: Table, trace: string, id: string, parent: string | null): Span {
  const { run_type: type, inputs, outputs, error, name } = run;
  const extra = tableOf(run['extra']);
  const metadata = { ...tableOf(extra['metadata']), ...tableOf(run['metadata']) };
  const parameters = tableOf(extra['invocation_params']);
  const said: Partial<ImportedMessage> | null =
    type === 'llm'
      ? {
          prompt: promptOf(tableOf(inputs)),
          ...answerOf(tableOf(outputs)),
          temperature: numberOrNull(metadata['ls_temperature']) ?? numberOrNull(parameters['temperature']),
          maxTokens: numberOrNull(metadata['ls_max_tokens']) ?? numberOrNull(parameters['max_tokens']),
        }
      : null;
  const subagent = metadata['ls_agent_type'] === 'subagent' ? textOrNull(name) : null;
  return spanOf({
    trace,
    id,
    parent,
    start: nanoseconds(run['start_time']),
    agent: textOrNull(metadata['langgraph_node']) ?? textOrNull(metadata['lc_agent_name']) ?? subagent,
    said,
    tool: type === 'tool' ? { name: textOrNull(name) ?? '', input: inputs ?? null, output: outputs ?? null } : null,
    skills: feedbackOf(tableOf(run['feedback_stats'])),
    group: textOrNull(run['reference_example_id']),
    info: {
      ...(typeof name === 'string' && { name }),
      ...(metadata['ls_model_name'] !== undefined && { model: metadata['ls_model_name'] }),
      ...(typeof error === 'string' && { error }),
      ...(Array.isArray(run['tags']) && run['tags'].length > 0 && { tags: run['tags'] }),
    },
  });
}

/** `feedback_stats`: by key how many scores there are and their mean. */
const feedbackOf = (stats: Table): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(stats).flatMap(([key, stat]): [string, number][] => {
      const average = numberOrNull(tableOf(stat)['avg']);
      return average === null ? [] : [[key, average]];
    }),
  );

/** `messages` (LangChain's or OpenAI's), `prompts` of a text model, or whatever single text was given. */
function promptOf(inputs: Table): readonly PromptPart[] | null {
  const chat = chatOf(inputs['messages'] ?? inputs['input'] ?? null);
  if (chat) return chat;
  const text = [...listOf(inputs['prompts']), inputs['prompt'], inputs['input'], inputs['text']].find((one) => typeof one === 'string');
  return typeof text === 'string' ? [{ role: 'user', text }] : null;
}

/** `generations` (LangChain's `LLMResult`), `choices` (OpenAI's), a message, messages, or a text. */
function answerOf(outputs: Table): Pick<ImportedMessage, 'text' | 'finish'> {
  const [batch] = listOf(outputs['generations']);
  const generation = tableOf(Array.isArray(batch) ? (batch as unknown[])[0] : batch);
  const choice = tableOf(listOf(outputs['choices'])[0]);
  const info = tableOf(generation['generation_info']);
  const message = generation['message'] ?? choice['message'] ?? outputs['message'] ?? null;
  const kwargs = tableOf(tableOf(message)['kwargs']);
  const response = tableOf(kwargs['response_metadata'] ?? tableOf(message)['response_metadata']);
  const text =
    chatOf(message)?.at(-1)?.text ??
    textOrNull(generation['text']) ??
    textOrNull(choice['text']) ??
    chatOf(outputs['messages'])?.at(-1)?.text ??
    answerIn(outputs['output']) ??
    chatOf(outputs)?.at(-1)?.text ??
    textOrNull(outputs['output']) ??
    textOrNull(outputs['content']);
  const reason =
    info['finish_reason'] ?? choice['finish_reason'] ?? response['finish_reason'] ?? response['stop_reason'] ?? outputs['stop_reason'];
  return { text, finish: finishOf(reason) };
}
