/**
 * The tokenizer of a model that nobody knows yet: a token is a UTF-16 unit or a mark, and its chat template writes marks alone. The
 * episode machine composes prompts with it as with any other, and the messages are read off the marks; so which message says what is
 * decided by the code that training uses, and only the template itself is left to whoever has the model.
 */
import type { GeneratedMessage } from '../../src/core/episode/machine.ts';
import type { ChatMessage, Conversation } from '../../src/core/tokenizer/conversation.ts';
import type { PromptTokens } from '../../src/core/tokenizer/promptTokens.ts';
import type { Said } from './protocol.ts';

/** Ids behind all units of UTF-16. */
const FIRST_MARK = 0x1_0000;
const OPENERS = ['system', 'user', 'assistant'] as const;
const [END, THINK, THOUGHT] = [FIRST_MARK + 8, FIRST_MARK + 9, FIRST_MARK + 10];

const unitsOf = (text: string): number[] => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

const textOf = (ids: readonly number[]): string => ids.map((id) => (id < FIRST_MARK ? String.fromCharCode(id) : '')).join('');

/** The template's text: a character of private use for each mark. It is told from what is said by where it stands, not by what it is. */
const written = (id: number): string => String.fromCharCode(0xe000 + id - FIRST_MARK);
const headerOf = (role: ChatMessage['role']): string => written(FIRST_MARK + OPENERS.indexOf(role));

function conversation(hasSystem: boolean): Conversation {
  const literalsOf = (messages: readonly ChatMessage[], open: boolean): string[] => [
    ...messages.map(({ role }, index) => (index > 0 ? written(END) : '') + headerOf(role)),
    (messages.length > 0 ? written(END) : '') + (open ? headerOf('assistant') : ''),
  ];
  return {
    hasSystem,
    ends: [END],
    render: (messages, open) =>
      literalsOf(messages, open)
        .map((literal, index) => literal + (messages[index]?.content ?? ''))
        .join(''),
    skeleton: (messages, open) => ({ order: messages.map((_, index) => index), literals: literalsOf(messages, open) }),
    pieces: (parts) =>
      parts.map(({ text, isTemplate }) => [isTemplate ? unitsOf(text).map((unit) => unit - 0xe000 + FIRST_MARK) : unitsOf(text)]),
    unfollowed: (text) => new Error(`no place for “${text}” among the marks`),
  };
}

/** For prompts as messages; without a place for system messages profiles stand at the beginning of the first user message. */
export function markTokens(hasSystem: boolean): PromptTokens {
  return {
    encode: unitsOf,
    encodeStretch: (parts) => parts.map(unitsOf),
    start: [],
    end: END,
    thought: { open: THINK, close: THOUGHT, decode: textOf },
    conversation: conversation(hasSystem),
  };
}

/** The messages that a prompt of such tokens is, without the open one at its end. */
export function messagesOf(promptIds: readonly number[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  let content: number[] = [];
  let role: ChatMessage['role'] | undefined;
  for (const id of promptIds) {
    const opened = OPENERS[id - FIRST_MARK];
    if (opened) {
      role = opened;
      content = [];
    } else if (id === END && role) messages.push({ role, content: textOf(content) });
    else content.push(id);
  }
  return messages;
}

/** What was said, as the machine takes it. */
export function spokenBy({ text, thought, finish }: Said): GeneratedMessage {
  const whole = thought === undefined ? text : `<think>${thought}</think>${text}`;
  const thoughtIds = thought === undefined ? [] : [THINK, ...unitsOf(thought), THOUGHT];
  const ids = [...thoughtIds, ...unitsOf(text)];
  // A message has one token at least.
  const responseIds = finish === 'stop' || ids.length === 0 ? [...ids, END] : ids;
  return { responseIds, logprobs: responseIds.map(() => 0), entropies: [], finishReason: finish, text: whole, adapterVersion: 0 };
}
