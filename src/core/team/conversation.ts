/**
 * A prompt in the model's own chat template. The model's conversation knows system, user and assistant; a team becomes it by one
 * rule for all templates:
 *
 *     system      the agent's profile; left out when blank
 *     assistant   what the agent said itself
 *     user        all that stands between two of its messages, in order: observation, others' messages each behind its
 *                 speaker's name (`critic: `), the environment's text and introductions; for a critic of the whole state, that state first
 *
 * What one user message is made of is separated by an empty line. So user and assistant alternate, which many templates insist
 * on, and a conversation begins and ends with a user message, empty where there is nothing to read. A template without a place
 * for a system message has the profile at the beginning of the first user message.
 *
 * The template's text is encoded as one string with what is said, so that ids are those of `apply_chat_template`; but in what is
 * said no text becomes a special token. Others' messages enter as text: a template may trim it, and cuts tokens anew. Where they
 * stand is found by rendering the same conversation with marks in their places.
 */
import type { ChatMessage, Conversation, RenderedPart } from '../tokenizer/conversation.ts';
import type { PromptReader, PromptTurn, Scaffold, Segment } from './compose.ts';

/** A part of a message of the conversation. */
interface Part extends Pick<Segment, 'source' | 'role'> {
  readonly text: string;
}

interface Said {
  readonly role: ChatMessage['role'];
  readonly parts: readonly Part[];
}

/** A rendered part with what it is. */
type Shown = RenderedPart & Pick<Segment, 'source' | 'role'>;

const BETWEEN = '\n\n';

/** The prompt of `agent` after `turns` as scaffolds to encode; without an agent, what was said. Throws `E_TEMPLATE_*`. */
export function conversationScaffolds(
  conversation: Conversation,
  agent: PromptReader | null,
  turns: readonly PromptTurn[],
): readonly Scaffold[] {
  const said = conversationOf(agent, turns, conversation.hasSystem);
  const messages = said.map(({ role, parts }) => ({ role, content: contentOf(parts) }));
  const shown = spansOf(conversation, said, messages, agent);
  const pieces = conversation.pieces(shown);
  return shown.map(({ source, role }, at) => ({ source, role, pieces: pieces[at] ?? [] }));
}

/** The messages of the conversation, by the rule above. */
function conversationOf(agent: PromptReader | null, turns: readonly PromptTurn[], hasSystem: boolean): Said[] {
  const profile: Part[] = agent && agent.prompt.trim() !== '' ? [{ source: 'system', text: agent.prompt }] : [];
  const said: Said[] = hasSystem && profile.length > 0 ? [{ role: 'system', parts: profile }] : [];
  let heard: Part[] = hasSystem ? [] : [...profile];
  const hear = (source: Part['source'], text: string) => {
    if (text !== '') heard.push({ source, text });
  };
  const endHeard = () => {
    said.push({ role: 'user', parts: heard });
    heard = [];
  };
  for (const turn of turns) {
    hear('observation', turn.hidden ?? '');
    hear('observation', turn.observation);
    for (const { role, name = role, introduction = '', said: text } of turn.messages) {
      if (typeof text !== 'string') throw new TypeError('under a chat template messages are shown as text');
      hear('transition', introduction);
      if (role === agent?.role) {
        endHeard();
        said.push({ role: 'assistant', parts: [{ source: 'message', role, text }] });
      } else heard.push({ source: 'message', role, text: `${name}: ${text}` });
    }
    hear('transition', turn.transition ?? '');
  }
  hear('transition', agent?.introduction ?? '');
  endHeard();
  return said;
}

const contentOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join(BETWEEN);

/** The rendered conversation cut into the template's text and each part of what is said. */
function spansOf(conversation: Conversation, said: readonly Said[], messages: readonly ChatMessage[], agent: PromptReader | null): Shown[] {
  const open = agent !== null;
  const { literals, order } = conversation.skeleton(messages, open);
  const lost = messages.find(({ content }, index) => content.trim() !== '' && !order.includes(index));
  if (lost) throw conversation.unfollowed(lost.content);
  const contents = order.map((index) => messages[index]?.content ?? '');
  const spans = aligned(conversation.render(messages, open), literals, contents);
  if (!spans) throw conversation.unfollowed(contents.at(-1) ?? '');

  const shown: Shown[] = [];
  const template = (text: string, last: boolean) => {
    if (text !== '') shown.push({ source: 'header', ...(last && agent ? { role: agent.role } : {}), text, isTemplate: true });
  };
  /** Messages of which nothing is said stand where they were said, without tokens of their own. */
  let next = 0;
  const silent = (before: number) => {
    for (; next < before; next += 1) {
      if (order.includes(next)) continue;
      for (const { source, role } of said[next]?.parts ?? [])
        if (source === 'message') shown.push({ source, role, text: '', isTemplate: false });
    }
    next = Math.max(next, before + 1);
  };
  for (const [at, index] of order.entries()) {
    template(literals[at] ?? '', false);
    silent(index);
    shown.push(...partsWithin(said[index]?.parts ?? [], spans[at] ?? { from: 0, to: 0 }));
  }
  silent(said.length);
  template(literals.at(-1) ?? '', true);
  return shown;
}

/** What of a text a template shows: from one character to another. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Each part as far as it lies in `span` of their content; what separates two belongs to the first. */
function partsWithin(parts: readonly Part[], span: Span): Shown[] {
  let at = 0;
  return parts.map(({ source, role, text }, index) => {
    const whole = index < parts.length - 1 ? text + BETWEEN : text;
    const start = at;
    at += whole.length;
    const shown = whole.slice(Math.max(0, span.from - start), Math.max(0, span.to - start));
    return { source, ...(role === undefined ? {} : { role }), text: shown, isTemplate: false };
  });
}

/** Which part of each text stands between the literals in `rendered`; null where none does. */
function aligned(rendered: string, literals: readonly string[], contents: readonly string[]): Span[] | null {
  const first = literals[0] ?? '';
  if (!rendered.startsWith(first)) return null;
  const spans: Span[] = [];
  const from = (at: number, index: number): boolean => {
    const content = contents[index];
    if (content === undefined) return at === rendered.length;
    const behind = literals[index + 1] ?? '';
    for (const span of shownOf(content)) {
      const end = at + span.to - span.from;
      if (rendered.slice(at, end) !== content.slice(span.from, span.to) || !rendered.startsWith(behind, end)) continue;
      spans[index] = span;
      if (from(end + behind.length, index + 1)) return true;
    }
    return false;
  };
  return from(first.length, 0) ? spans : null;
}

const THOUGHT = '</think>';

/** What templates show of a text: all of it, or without white space or line breaks at its ends; behind a thought or from its beginning. */
function shownOf(content: string): Span[] {
  const thought = content.lastIndexOf(THOUGHT);
  const starts = thought < 0 ? [0] : [0, thought + THOUGHT.length];
  const spans = starts.flatMap((start) => {
    const text = content.slice(start);
    const before = [0, text.length - text.trimStart().length, text.length - text.replace(/^\n+/, '').length];
    const behind = [text.length, text.trimEnd().length, text.replace(/\n+$/, '').length];
    return before.flatMap((from) => behind.map((to) => ({ from: start + from, to: start + Math.max(from, to) })));
  });
  return spans.filter(({ from, to }, at) => spans.findIndex((other) => other.from === from && other.to === to) === at);
}
