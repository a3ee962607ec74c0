/**
 * What a span's attributes and events say of a model's call, by the GenAI semantic conventions of OpenTelemetry: messages in
 * attributes (since 1.37), in events by role (1.28 to 1.36), in the two events of before, and flattened as OpenLLMetry writes them.
 * docs/imports.md names the sources.
 */
import type { ImportedMessage, PromptPart } from '../importedRun.ts';
import { chatOf, contentText, finishOf, shown } from './chat.ts';
import type { OtlpEvent } from './otlp.ts';
import type { Span, ToolUse } from './spans.ts';
import { indexed, numberOrNull, type Table, tableOf, textOrNull, unflattened, unpacked } from './values.ts';

/** `gen_ai.operation.name` of calls of models. */
const CALLS: ReadonlySet<unknown> = new Set(['chat', 'text_completion', 'generate_content']);
/** Of agents and of what runs several. */
const AGENTS: ReadonlySet<unknown> = new Set(['invoke_agent', 'create_agent', 'invoke_workflow']);
const TOOL = 'execute_tool';

const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;

/** Whether attributes are of these conventions. */
export const isGenAi = (attributes: Table): boolean => Object.keys(attributes).some((name) => name.startsWith('gen_ai.'));

type Known = Pick<Span, 'agent' | 'said' | 'tool' | 'skills' | 'info'>;

export function genAiSpan(attributes: Table, events: readonly OtlpEvent[], name: string): Known {
  const operation = attributes['gen_ai.operation.name'] ?? null;
  const details = events.find((event) => event.name === 'gen_ai.client.inference.operation.details');
  const all = { ...details?.attributes, ...attributes };
  const spoken = wordsOf(all, events);
  const isAgent = AGENTS.has(operation);
  const called = CALLS.has(operation) || (operation === null && spoken !== null);
  const agent =
    textOrNull(all['gen_ai.agent.name']) ?? textOrNull(all['gen_ai.agent.id']) ?? (isAgent ? textOrNull(name.replace(/^\w+ /, '')) : null);
  const said: Partial<ImportedMessage> | null =
    called || (isAgent && spoken !== null)
      ? {
          prompt: spoken?.prompt ?? null,
          text: spoken?.text ?? null,
          finish: finishOf(indexed(all['gen_ai.response.finish_reasons'])[0] ?? spoken?.finish),
          temperature: numberOrNull(all['gen_ai.request.temperature']),
          maxTokens: numberOrNull(all['gen_ai.request.max_tokens']),
        }
      : null;
  return {
    agent,
    said,
    tool: operation === TOOL ? toolOf(all, name) : null,
    skills: evaluationsOf(events),
    info: {
      ...picked(all, 'model', 'gen_ai.response.model', 'gen_ai.request.model'),
      ...picked(all, 'conversation', 'gen_ai.conversation.id'),
    },
  };
}

function picked(attributes: Table, as: string, ...names: readonly string[]): Table {
  const name = names.find((one) => attributes[one] !== undefined);
  return name === undefined ? {} : { [as]: attributes[name] };
}

const toolOf = (attributes: Table, name: string): ToolUse => ({
  name: textOrNull(attributes['gen_ai.tool.name']) ?? name,
  input: unpacked(attributes['gen_ai.tool.call.arguments'] ?? null),
  output: unpacked(attributes['gen_ai.tool.call.result'] ?? null),
});

interface Words {
  readonly prompt: readonly PromptPart[] | null;
  readonly text: string | null;
  readonly finish?: unknown;
}

/** What was read and said, in whichever form it stands; null where none was captured. */
function wordsOf(attributes: Table, events: readonly OtlpEvent[]): Words | null {
  return inAttributes(attributes) ?? inEvents(events) ?? flattened(attributes);
}

/** `gen_ai.input.messages` and its like; JSON texts on spans of languages whose attributes hold no tables. */
function inAttributes(attributes: Table): Words | null {
  const input = chatOf(attributes['gen_ai.input.messages']);
  const output = unpacked(attributes['gen_ai.output.messages']);
  const system = contentText(unpacked(attributes['gen_ai.system_instructions'] ?? ''));
  const said = chatOf(output);
  if (!input && !said) return null;
  // Several messages are several candidates; the first is the one that is gone on with.
  const [first] = Array.isArray(output) ? (output as unknown[]) : [output];
  return {
    prompt: input ? [...(system === '' ? [] : [{ role: 'system', text: system }]), ...input] : null,
    text: said?.[0]?.text ?? null,
    finish: tableOf(first)['finish_reason'],
  };
}

/** Events named by role, and `gen_ai.choice`; or `gen_ai.content.prompt` and `gen_ai.content.completion`. */
function inEvents(events: readonly OtlpEvent[]): Words | null {
  const prompt: PromptPart[] = [];
  let said: PromptPart | undefined;
  let finish: unknown;
  for (const { name, attributes, body } of events) {
    const fields = { ...attributes, ...tableOf(body) };
    const [, role] = MESSAGE_EVENT.exec(name) ?? [];
    if (role !== undefined) {
      const part = chatOf({ role, content: null, ...fields, ...toolCalls(fields) })?.[0];
      if (part) prompt.push(part);
    } else if (name === 'gen_ai.choice' && !said) {
      const message = tableOf(fields['message'] ?? fields);
      said = chatOf({ role: 'assistant', content: null, ...message, ...toolCalls(message), ...toolCalls(fields) })?.[0];
      finish = fields['finish_reason'];
    } else if (name === 'gen_ai.content.prompt') prompt.push(...(chatOf(fields['gen_ai.prompt']) ?? []));
    else if (name === 'gen_ai.content.completion') said ??= chatOf(fields['gen_ai.completion'])?.[0];
  }
  return prompt.length === 0 && !said ? null : { prompt: prompt.length > 0 ? prompt : null, text: said?.text ?? null, finish };
}

const toolCalls = (fields: Table): Table => {
  const calls = unpacked(fields['tool_calls']);
  return Array.isArray(calls) ? { tool_calls: calls } : {};
};

/** `gen_ai.prompt.0.role`, `gen_ai.prompt.0.content`, `gen_ai.completion.0.content`. */
function flattened(attributes: Table): Words | null {
  const names = Object.entries(attributes).filter(([name]) => /^gen_ai\.(prompt|completion)\.\d/.test(name));
  const genAi = tableOf(unflattened(Object.fromEntries(names))['gen_ai']);
  const messages = (list: unknown, role: string) =>
    indexed(list).flatMap((one): PromptPart[] => {
      const message = tableOf(one);
      const calls = indexed(message['tool_calls']);
      const content = unpacked(message['content'] ?? null);
      return [...(chatOf({ role, ...message, content, ...(calls.length > 0 && { tool_calls: calls }) }) ?? [])];
    });
  const prompt = messages(genAi['prompt'], 'user');
  const said = messages(genAi['completion'], 'assistant');
  if (prompt.length === 0 && said.length === 0) return null;
  const [first] = indexed(genAi['completion']);
  return { prompt: prompt.length > 0 ? prompt : null, text: said[0]?.text ?? null, finish: tableOf(first)['finish_reason'] };
}

/** Scores of events `gen_ai.evaluation.result`. */
export function evaluationsOf(events: readonly OtlpEvent[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    events.flatMap(({ name, attributes }): [string, number][] => {
      const value = numberOrNull(attributes['gen_ai.evaluation.score.value']);
      if (name !== 'gen_ai.evaluation.result' || value === null) return [];
      return [[shown(attributes['gen_ai.evaluation.name'] ?? 'score'), value]];
    }),
  );
}
