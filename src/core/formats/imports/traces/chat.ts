/**
 * Messages of chats in the notations of those who record them: OpenAI's (`role`, `content`, `tool_calls`), OpenTelemetry's
 * (`role`, `parts`), LangChain's (`type`, `content`, also as `lc` constructors), Anthropic's and Gemini's lists of content.
 * A call of a tool is written as Hermes' and Qwen's templates write it, `<tool_call>{"name": …, "arguments": …}</tool_call>`, so
 * that a message that only calls tools has a text as well.
 */
import type { FinishReason } from '../../../episode/records.ts';
import { faultAt } from '../../../faultAt.ts';
import { isRecord } from '../../../isRecord.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import { type ImportedMessage, importedMessage, type PromptPart } from '../importedRun.ts';
import { type Table, tableOf, textOrNull, unpacked } from './values.ts';

/** Messages in the prompts of one conversation's messages, each of which repeats those before it. */
export const MAX_PARTS = 1_000_000;

/** The messages of a list, or of a table with one; null for what is neither a message nor a list of them. */
export function chatOf(value: unknown): readonly PromptPart[] | null {
  const given = unpacked(value);
  if (Array.isArray(given)) {
    // LangChain lists one list of messages for each prompt of a batch.
    const list = given.length === 1 && Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
    const parts = list.map(partOf);
    return parts.length > 0 && parts.every((part) => part !== null) ? parts : null;
  }
  if (!isRecord(given)) return null;
  if (given['messages'] !== undefined) return chatOf(given['messages']);
  const part = partOf(given);
  return part === null ? null : [part];
}

/** LangChain's types of messages as the roles of everybody else. */
const ROLES: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant', model: 'assistant', AIMessageChunk: 'assistant' };

/** What speaks for the model. */
const SPEAKERS: ReadonlySet<string> = new Set(['assistant']);

function partOf(value: unknown): PromptPart | null {
  if (!isRecord(value)) return null;
  const role = roleOf(value);
  if (role === null) return itemOf(value);
  const message = isRecord(value['kwargs']) ? value['kwargs'] : isRecord(value['data']) ? value['data'] : value;
  const text = contentText(message['content'] ?? message['parts'] ?? message['text'] ?? null);
  const lists = [message['tool_calls'], tableOf(message['additional_kwargs'])['tool_calls']];
  const calls = (lists.find((list) => Array.isArray(list) && list.length > 0) ?? []) as readonly unknown[];
  // Who keeps a provider's content beside its own list of calls has each call twice.
  const rest = calls.map(callText).filter((call) => call !== '' && !text.includes(call));
  return { role, text: [...(text === '' ? [] : [text]), ...rest].join('\n') };
}

/** What OpenAI's Responses list beside messages. */
function itemOf(item: Table): PromptPart | null {
  const { type } = item;
  if (type === 'function_call' || type === 'reasoning')
    return { role: 'assistant', text: pieceText({ ...item, content: item['content'] ?? item['summary'] }) };
  return type === 'function_call_output' ? { role: 'tool', text: pieceText(item) } : null;
}

function roleOf(value: Table): string | null {
  // `{lc: 1, type: 'constructor', id: ['langchain', 'schema', 'messages', 'HumanMessage'], kwargs: {…}}`
  const named = Array.isArray(value['id']) && value['type'] === 'constructor' ? value['id'].at(-1) : undefined;
  if (typeof named === 'string') {
    const type = named.replace(/Message(Chunk)?$/, '').toLowerCase();
    return ROLES[type] ?? (type === 'chat' ? textOrNull(tableOf(value['kwargs'])['role']) : type);
  }
  const role = textOrNull(value['role']) ?? ('content' in value || 'data' in value ? textOrNull(value['type']) : null);
  return role === null ? null : (ROLES[role] ?? role);
}

/** The text of a message's content: itself, or that of the parts of it that have one, a line each. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return isRecord(content) ? pieceText(content) : '';
  return content
    .map((piece) => (typeof piece === 'string' ? piece : isRecord(piece) ? pieceText(piece) : ''))
    .filter((text) => text !== '')
    .join('\n');
}

function pieceText(piece: Table): string {
  switch (piece['type']) {
    case 'tool_call':
    case 'tool_use':
    case 'function':
    case 'function_call':
      return callText(piece);
    case 'tool_call_response':
    case 'tool_result':
    case 'function_call_output':
      return shown(piece['response'] ?? piece['result'] ?? piece['content'] ?? piece['output'] ?? '');
    case 'reasoning':
    case 'thinking': {
      const thought = contentText(piece['content'] ?? piece['thinking'] ?? piece['text'] ?? '');
      return thought === '' ? '' : `<think>${thought}</think>`;
    }
    case 'blob':
    case 'file':
    case 'uri':
    case 'image_url':
    case 'image':
    case 'input_audio':
      return `[${typeof piece['modality'] === 'string' ? piece['modality'] : piece['type']}]`;
    default: {
      if (isRecord(piece['functionCall'])) return callText(piece['functionCall']);
      const text = piece['text'] ?? piece['content'] ?? piece['output_text'];
      return typeof text === 'string' ? text : Array.isArray(text) ? contentText(text) : '';
    }
  }
}

function callText(value: unknown): string {
  if (!isRecord(value)) return '';
  const call = isRecord(value['function']) ? value['function'] : value;
  const name = call['name'];
  if (typeof name !== 'string') return '';
  const given = call['arguments'] ?? call['args'] ?? call['input'] ?? {};
  return `<tool_call>${JSON.stringify({ name, arguments: unpacked(given) })}</tool_call>`;
}

/** A text as it is, anything else as its JSON. */
export const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** All that the model says in a list of its output, such as reasoning, a text and calls of tools; null where it says nothing. */
export function answerIn(value: unknown): string | null {
  const parts = (chatOf(value) ?? []).filter(({ role, text }) => SPEAKERS.has(role) && text !== '');
  return parts.length === 0 ? null : parts.map(({ text }) => text).join('\n');
}

/** Reasons for which models stop, in the words of their providers. */
const FINISHES: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_call: 'stop',
  tool_calls: 'stop',
  tool_use: 'stop',
  function_call: 'stop',
  eos: 'stop',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
};

/** Whether a model ended itself or was cut off; null where its provider says something else, or nothing. */
export const finishOf = (reason: unknown): FinishReason | null =>
  typeof reason === 'string' ? (FINISHES[reason.toLowerCase()] ?? null) : null;

/** Each message of a conversation that the model said, with all that stands before it as what it read. */
export function conversation(value: unknown, subject: string): ImportedMessage[] {
  const parts = chatOf(value) ?? [];
  let held = 0;
  return parts.flatMap(({ role, text }, index) => {
    if (!SPEAKERS.has(role)) return [];
    held += index;
    if (held > MAX_PARTS) throw faultAt(importTraceFaults, 'E_TRACE_MANY', { subject, found: 'parts', most: MAX_PARTS });
    return [importedMessage({ prompt: parts.slice(0, index), text })];
  });
}
