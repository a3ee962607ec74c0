/**
 * Chats: lists of messages with role and content, and texts that a chat template made of them, split again where its markers stand.
 * The templates are those of the model families' tokenizers (ChatML, Llama 3, Gemma, Phi and Zephyr, DeepSeek).
 */
import type { FinishReason, PromptPart } from '../../episode/records.ts';
import { isRecord } from '../../isRecord.ts';
import { type At, infoOf, listOf, textOf, wrongField } from './fields.ts';

interface Template {
  /** Opens a message; its first group is the role. */
  readonly opens: RegExp;
  /** Closes one. */
  readonly closes: readonly string[];
}

const TEMPLATES: readonly Template[] = [
  { opens: /<\|im_start\|>([^\n<]{1,64})\n/g, closes: ['<|im_end|>'] },
  { opens: /<\|start_header_id\|>([^\n<]{1,64})<\|end_header_id\|>\n\n/g, closes: ['<|eot_id|>', '<|eom_id|>'] },
  { opens: /<start_of_turn>([^\n<]{1,64})\n/g, closes: ['<end_of_turn>'] },
  { opens: /<\|(system|user|assistant|tool)\|>\n?/g, closes: ['<|end|>', '</s>', '<|endoftext|>'] },
  { opens: /<｜(User|Assistant)｜>/g, closes: ['<｜end▁of▁sentence｜>'] },
];

/** ChatML decoded without its special tokens, as verl and TRL decode: the role on a line of its own. */
const BARE_OPENS = /(?:^|\n)(system|user|assistant|tool)\n/g;
/** What such a prompt ends with: the header of the answer, and what some templates open it with. */
const BARE_END = /\nassistant\n(?:<think>\n(?:\n<\/think>\n\n)?)?$/;

const ENDS = [...TEMPLATES.flatMap(({ closes }) => closes), '<|endoftext|>', '<|end_of_text|>', '<eos>'];

/** A prompt as parts; one part `prompt` where no template is recognised. */
export function promptParts(text: string): readonly PromptPart[] {
  return marked(text) ?? (isBare(text) ? bareParts(text) : [{ role: 'prompt', text }]);
}

const isBare = (text: string): boolean => /^(?:system|user)\n/.test(text) && BARE_END.test(text);

/** The parts of a text with markers; null where it has none. The header of an answer that is to come is no part. */
function marked(text: string): readonly PromptPart[] | null {
  for (const { opens, closes } of TEMPLATES) {
    const found = [...text.matchAll(opens)];
    const [first] = found;
    if (!first) continue;
    const parts = found.map((match, index) => {
      const inside = text.slice(match.index + match[0].length, found[index + 1]?.index);
      return { role: match[1] ?? '', text: closedAt(inside, closes) };
    });
    const before = text.slice(0, first.index);
    // Before the first message stands what opens a text, such as <|begin_of_text|>, or else words.
    const words = before.replaceAll(/<[|｜][^<>\s]{1,40}[|｜]>|<bos>|<s>/g, '').trim() === '' ? [] : [{ role: 'prompt', text: before }];
    return withoutHeader([...words, ...parts]);
  }
  return null;
}

const closedAt = (text: string, closes: readonly string[]): string => {
  const ends = closes.map((close) => text.indexOf(close)).filter((at) => at >= 0);
  return ends.length > 0 ? text.slice(0, Math.min(...ends)) : text;
};

const withoutHeader = (parts: readonly PromptPart[]): readonly PromptPart[] =>
  parts.at(-1)?.text.trim() === '' && parts.length > 1 ? parts.slice(0, -1) : parts;

function bareParts(text: string): readonly PromptPart[] {
  const body = text.replace(BARE_END, '');
  const found = [...body.matchAll(BARE_OPENS)];
  return found.map((match, index) => ({
    role: match[1] ?? '',
    text: body.slice(match.index + match[0].length, found[index + 1]?.index),
  }));
}

/** What one answer in a text was, and what stood between it and the one before. */
export interface Answer {
  readonly between: readonly PromptPart[];
  readonly text: string;
  readonly finish: FinishReason | null;
}

/** The answers in a text that a model continued, `prompt` being what it began with: more than one where others speak between them. */
export function answersIn(prompt: string, text: string): readonly Answer[] {
  const parts = answerParts(prompt, text);
  const answers: Answer[] = [];
  let between: PromptPart[] = [];
  for (const part of parts) {
    if (isAnswer(part.role)) {
      answers.push({ between, ...ended(part.text) });
      between = [];
    } else between.push({ role: part.role, text: ended(part.text).text });
  }
  // Words of others at the end that nobody answered belong to no message.
  return answers;
}

const isAnswer = (role: string): boolean => role === 'assistant' || role === 'model' || role === 'Assistant';

function answerParts(prompt: string, text: string): readonly PromptPart[] {
  for (const { opens } of TEMPLATES) {
    const found = [...text.matchAll(opens)];
    const [first] = found;
    if (!first) continue;
    return [
      { role: 'assistant', text: text.slice(0, first.index).trimEnd() },
      ...found.map((match, index) => ({
        role: match[1] ?? '',
        text: text.slice(match.index + match[0].length, found[index + 1]?.index).trimEnd(),
      })),
    ].filter((part, index) => index === 0 || part.text !== '');
  }
  const one = [{ role: 'assistant', text }];
  if (!isBare(prompt)) return one;
  const found = [...text.matchAll(BARE_OPENS)];
  const [first] = found;
  // Only where others' words are answered: a lone line “user” may be the model's own.
  if (!first || first[1] === 'assistant' || !found.some((match) => match[1] === 'assistant')) return one;
  return [
    { role: 'assistant', text: text.slice(0, first.index) },
    ...found.map((match, index) => ({ role: match[1] ?? '', text: text.slice(match.index + match[0].length, found[index + 1]?.index) })),
  ];
}

/** A response without the token that closed it; by that token it is known that it stopped of itself. */
export function ended(text: string): { readonly text: string; readonly finish: FinishReason | null } {
  const end = ENDS.find((mark) => text.trimEnd().endsWith(mark));
  return end === undefined ? { text, finish: null } : { text: text.slice(0, text.lastIndexOf(end)), finish: 'stop' };
}

/** A message of a chat as the files have it. */
export interface ChatMessage extends PromptPart {
  /** Who said it, where the file names somebody. */
  readonly name: string | null;
}

/** A prompt or completion: a text, or a list of messages; null where it is absent. `textRole`: whose a text is. */
export function chatOf(value: unknown, at: At, field: string, textRole: string): readonly ChatMessage[] | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return [{ role: textRole, text: value, name: null }];
  if (!Array.isArray(value)) throw wrongField(at, field, 'messages');
  return value.map((entry, index) => chatMessage(entry, at, `${field}[${index}]`));
}

/** One message with role and content; thoughts and tool calls are written as Hermes' and Qwen's templates write them. */
export function chatMessage(value: unknown, at: At, field: string): ChatMessage {
  if (!isRecord(value)) throw wrongField(at, field, 'messages');
  const role = textOf(value['role'], at, `${field}.role`);
  if (role === null) throw wrongField(at, `${field}.role`, 'text');
  const reasoning = textOf(value['reasoning_content'], at, `${field}.reasoning_content`);
  const calls = (listOf(value['tool_calls'], at, `${field}.tool_calls`) ?? []).map((call) => callText(call, at));
  const parts = [reasoning ? `<think>\n${reasoning}\n</think>` : '', contentText(value['content'], at, `${field}.content`), ...calls];
  const name = value['agent_name'] ?? value['name'];
  return { role, text: parts.filter((part) => part !== '').join('\n'), name: typeof name === 'string' && name !== '' ? name : null };
}

/** Content is a text, or parts of which the texts are read; pictures and sound are named, not shown. */
function contentText(content: unknown, at: At, field: string): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw wrongField(at, field, 'messages');
  return content
    .map((part) => {
      if (typeof part === 'string') return part;
      if (!isRecord(part)) throw wrongField(at, field, 'messages');
      const { text, type } = part;
      if (typeof text === 'string') return text;
      return typeof type === 'string' ? `[${type}]` : '';
    })
    .filter((text) => text !== '')
    .join('\n');
}

function callText(call: unknown, at: At): string {
  // OpenAI nests it as {function: {name, arguments}}; verifiers does not, and its older files keep each call as JSON in a text.
  const plain = typeof call === 'string' ? parsedCall(call) : call;
  const of = isRecord(plain) && isRecord(plain['function']) ? plain['function'] : plain;
  if (!isRecord(of) || typeof of['name'] !== 'string') return '<tool_call></tool_call>';
  const given = of['arguments'];
  // Bounded, before it is written out.
  infoOf({ given }, at);
  const args = typeof given === 'string' && given !== '' ? given : JSON.stringify(given ?? {});
  return `<tool_call>{"name": ${JSON.stringify(of['name'])}, "arguments": ${args}}</tool_call>`;
}

function parsedCall(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
