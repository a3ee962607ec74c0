/**
 * How a message with calls is generated. The generator pauses behind a token that may close a call; where one is closed the environment
 * answers, and a new job goes on behind the answer. Meanwhile the row's place in the batch is another's: the job that goes on finds the
 * keys and values of the message in the cache, unless its slot was needed, and computes what is missing. A token's numbers depend on the
 * tokens before it alone and its chance on its number in the message, so the message is the same whoever else was speaking.
 */
import { orElse } from '../../core/at.ts';
import type { GeneratedMessage } from '../../core/episode/machine.ts';
import { callIn, type ToolAnswer, type ToolUse, wholeResponse } from '../../core/episode/tools.ts';
import type { TextTokenizer } from '../../core/tokenizer/tokenizer.ts';
import type { GeneratedTokens, GenerationJob, Speaker, TokenWatcher } from '../../engine/generate/jobs.ts';
import { TOLD_TOKENS } from '../../core/episode/activity.ts';

type Words = Pick<TextTokenizer, 'decode' | 'vocabulary' | 'promptTokens'>;

interface Talking {
  readonly watcher?: TokenWatcher | undefined;
  /** Hears, before a message goes on behind an answer, how many tokens there are and how many may come. May throw. */
  readonly goesOn: (tokens: number, most: number) => void;
}

/** The message that `job` asks for; without `tools` its marks are words like any others. */
export async function talk(
  speaker: Speaker,
  job: GenerationJob,
  tokenizer: Words,
  tools: ToolUse | null,
  { watcher, goesOn }: Talking,
): Promise<Omit<GeneratedMessage, 'adapterVersion'>> {
  const own: number[] = [];
  const logprobs: number[] = [];
  const entropies: number[] = [];
  const kept: number[][] = [];
  const answers: ToolAnswer[] = [];
  let asked = 0;
  /** Own text in which a call is still looked for: a token may close one and open the next. */
  let unread = '';
  for (;;) {
    const mayCall = tools && asked < tools.marks.most;
    const before = wholeResponse({ response_ids: own, tools: answers });
    const prompt = [...job.promptIds, ...before];
    const most = job.maxNewTokens - own.length;
    if (own.length > 0) goesOn(prompt.length, most);
    const part: GeneratedTokens = await speaker.submit(
      {
        ...job,
        promptIds: prompt,
        maxNewTokens: most,
        ...(own.length > 0 ? { drawn: own.length } : {}),
        ...(mayCall ? { pauses: closing(tokenizer, tools.marks.close) } : {}),
      },
      watcher && before.length > 0 ? (ids) => watcher([...before, ...ids].slice(-TOLD_TOKENS)) : watcher,
    );
    own.push(...part.responseIds);
    logprobs.push(...part.logprobs);
    entropies.push(...part.entropies);
    kept.push(...(part.kept ?? []));
    if (part.finishReason !== 'pause' || !tools) {
      const finishReason = part.finishReason === 'pause' ? 'length' : part.finishReason;
      const said = { response_ids: finishReason === 'stop' ? own.slice(0, -1) : own, tools: answers };
      return {
        responseIds: own,
        logprobs,
        entropies,
        ...(kept.length > 0 ? { kept } : {}),
        ...(answers.length > 0 ? { tools: answers } : {}),
        finishReason,
        text: tokenizer.decode(wholeResponse(said)),
      };
    }
    // A token may hold the mark's last character and close nothing.
    unread += tokenizer.decode(part.responseIds);
    for (let found = callIn(unread, tools.marks); found && asked < tools.marks.most; found = callIn(unread, tools.marks)) {
      unread = unread.slice(found.end);
      const answer = await tools.answer(found.call, asked);
      asked += 1;
      if (answer) answers.push({ after: own.length, call: found.call, text: answer, ids: tokenizer.promptTokens.encode(answer) });
    }
  }
}

const closingOf = new WeakMap<Words, Map<string, readonly number[]>>();

/** Tokens in whose text the mark's last character stands: the one that completes the mark is among them. */
function closing(tokenizer: Words, mark: string): readonly number[] {
  const known = orElse(closingOf.get(tokenizer), new Map<string, readonly number[]>());
  closingOf.set(tokenizer, known);
  const found = known.get(mark) ?? tokenizer.vocabulary().flatMap((token, id) => (token.includes(mark.slice(-1)) ? [id] : []));
  known.set(mark, found);
  return found;
}
