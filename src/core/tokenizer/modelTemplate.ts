/**
 * The chat template of a model's folder (Jinja), rendered as `transformers` does: `trim_blocks` and `lstrip_blocks`, the special
 * tokens' names as variables, `tools` and `documents` none. The day, which `transformers` takes from a clock, is fixed here.
 */
import { Environment, Interpreter, parse, tokenize } from '@huggingface/jinja';
import { tokenizerFaults } from '../../words/words.ts';
import { faultAt } from '../faultAt.ts';
import type { FaultError } from '../faults.ts';
import type { ChatMessage, Skeleton } from './conversation.ts';

/** Marks that stand for what is said: no template writes or trims characters of private use. */
const mark = (index: number) => `\uE000${index}\uE001`;
const MARK = /\uE000(\d+)\uE001/;

/** What a template said when it refused a conversation. */
class Refusal extends Error {}

const MOST_SKELETONS = 256;

export class ModelTemplate {
  readonly #program: ReturnType<typeof parse>;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #folder: string;
  readonly #skeletons = new Map<string, Skeleton>();

  /** `tokens`: the special tokens by their variable, such as `bos_token`, and other variables. Throws `E_TEMPLATE_UNREADABLE`. */
  constructor(source: string, tokens: Readonly<Record<string, string | boolean>>, folder: string) {
    this.#folder = folder;
    this.#variables = { ...tokens, tools: null, documents: null };
    try {
      this.#program = parse(tokenize(source, { lstrip_blocks: true, trim_blocks: true }));
    } catch (error) {
      throw faultAt(tokenizerFaults, 'E_TEMPLATE_UNREADABLE', { subject: folder, reason: reasonOf(error) });
    }
  }

  /** Throws `E_TEMPLATE_REFUSED` where the template raises an exception, `E_TEMPLATE_FAILED` where it cannot be carried out. */
  render(messages: readonly ChatMessage[], open: boolean): string {
    try {
      return this.#run(messages, open);
    } catch (error) {
      if (error instanceof Refusal) {
        throw faultAt(tokenizerFaults, 'E_TEMPLATE_REFUSED', { subject: this.#folder, said: error.message.slice(0, 300) });
      }
      throw faultAt(tokenizerFaults, 'E_TEMPLATE_FAILED', { subject: this.#folder, reason: reasonOf(error) });
    }
  }

  /** `Conversation.skeleton`. */
  skeleton(messages: readonly ChatMessage[], open: boolean): Skeleton {
    // A template may ask whether anything is said at all.
    const marked = messages.map(({ role, content }, index) => ({ role, content: content.trim() === '' ? content : mark(index) }));
    const key = JSON.stringify([open, ...marked.map(({ role, content }) => role + content)]);
    const known = this.#skeletons.get(key);
    if (known) return known;
    const parts = this.render(marked, open).split(MARK);
    const skeleton = {
      literals: parts.filter((_, at) => at % 2 === 0),
      order: parts.flatMap((index, at) => (at % 2 === 1 ? Number(index) : [])),
    };
    if (this.#skeletons.size >= MOST_SKELETONS) this.#skeletons.clear();
    this.#skeletons.set(key, skeleton);
    return skeleton;
  }

  /** Whether a conversation may begin with a system message, and shows it. */
  get hasSystem(): boolean {
    return this.#ordersOf('system', 'user')?.includes(0) ?? false;
  }

  /** The template's text directly behind what the assistant said; empty where it knows no such message. */
  get behindAssistant(): string {
    const messages: ChatMessage[] = (['user', 'assistant', 'user'] as const).map((role) => ({ role, content: role }));
    try {
      const { order, literals } = this.skeleton(messages, true);
      return literals[order.indexOf(1) + 1] ?? '';
    } catch {
      return '';
    }
  }

  unfollowed(text: string): FaultError {
    return faultAt(tokenizerFaults, 'E_TEMPLATE_TEXT', { subject: this.#folder, text: text.slice(0, 80) });
  }

  #ordersOf(...roles: ChatMessage['role'][]): readonly number[] | null {
    try {
      return this.skeleton(
        roles.map((role) => ({ role, content: role })),
        true,
      ).order;
    } catch {
      return null;
    }
  }

  #run(messages: readonly ChatMessage[], open: boolean): string {
    const environment = new Environment();
    const known = { ...GLOBALS, ...this.#variables, messages: messages.map(({ role, content }) => ({ role, content })) };
    for (const [name, value] of Object.entries({ ...known, add_generation_prompt: open })) environment.set(name, value);
    const { value } = new Interpreter(environment).run(this.#program);
    if (typeof value !== 'string') throw new TypeError('it gives no text');
    return value;
  }
}

const MOST_STEPS = 100_000;

/** What every template may use. */
const GLOBALS: Readonly<Record<string, unknown>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  none: null,
  None: null,
  raise_exception(said: unknown) {
    throw new Refusal(String(said));
  },
  range(first: number, last?: number, step = 1): number[] {
    const [from, to] = last === undefined ? [0, first] : [first, last];
    const count = Math.max(0, Math.ceil((to - from) / step));
    if (!(count <= MOST_STEPS)) throw new RangeError(`range() of ${count} numbers`);
    return Array.from({ length: count }, (_, at) => from + at * step);
  },
  strftime_now: (format: string) => format.replace(/%[YmdbBaAHMS%]/g, (code) => TODAY[code] ?? code),
};

/**
 * The day that a template is told, 26 July 2024: a run must give the same prompts whenever it is repeated. Templates in Llama 3’s
 * style name this day where they are told none.
 */
const TODAY: Readonly<Record<string, string>> = {
  '%Y': '2024',
  '%m': '07',
  '%d': '26',
  '%b': 'Jul',
  '%B': 'July',
  '%a': 'Fri',
  '%A': 'Friday',
  '%H': '00',
  '%M': '00',
  '%S': '00',
  '%%': '%',
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);
