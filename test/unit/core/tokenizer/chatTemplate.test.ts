/** The chat template that ships with the bases, rendered by a Jinja of its own, against what agents really read. */
import { readFileSync } from 'node:fs';
import { recordedEpisodes, recordedIterations, recordedRuns, recordedText } from '../../../../headless/kit/run/recorded.ts';
import { Template } from '@huggingface/jinja';
import { describe, expect, it } from 'vitest';
import { baseNameOf, SHIPPED_BASES } from '../../../../src/core/document/bases.ts';
import { parseDocument } from '../../../../src/core/document/parse.ts';
import type { EpisodeRecord, MessageRecord } from '../../../../src/core/episode/records.ts';
import { CHAT_TEMPLATE } from '../../../../src/core/tokenizer/chatTemplate.ts';
import { TextTokenizer } from '../../../../src/core/tokenizer/tokenizer.ts';

const read = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const tokenizers = new Map(
  SHIPPED_BASES.map((name) => {
    const config = read(`public/models/${name}/tokenizer_config.json`);
    const tokenizer = TextTokenizer.fromFiles(read(`public/models/${name}/tokenizer.json`), config);
    return [name as string, { tokenizer, template: new Template(String(config['chat_template'])) }] as const;
  }),
);

/** A prompt as a list of messages: words that are recorded as text are taken from there, the others from their tokens. */
function messagesOf(message: MessageRecord, episode: EpisodeRecord, profile: string, tokenizer: TextTokenizer) {
  const seen = [...message.sees];
  let profiled = false;
  return message.segments.flatMap(({ kind, source, role, start, end }) => {
    if (kind === 'sampled' || source === 'header') return [];
    const block = tokenizer.decode(message.prompt_ids.slice(start, end), { skipSpecial: true }).slice(0, -1); // without its newline
    const [, name = '', text = ''] = /^([^:]+): ([\s\S]*)$/.exec(block) ?? [];
    if (source === 'message') return [{ role, content: episode.messages[seen.shift() ?? -1]?.text ?? '' }];
    if (source !== 'system' || profiled) return [{ role: name, content: text }];
    profiled = true;
    return [{ role: 'system', content: profile }];
  });
}

/** As other tools encode a rendered template: special tokens are cut out first, what lies between them is ordinary text. */
function encodeWhole(text: string, tokenizer: TextTokenizer): number[] {
  const ids: Record<string, number> = { '<|im_start|>': tokenizer.special.start ?? -1, '<|im_end|>': tokenizer.special.end };
  return text.split(/(<\|im_start\|>|<\|im_end\|>)/).flatMap((part) => ids[part] ?? tokenizer.encode(part));
}

describe('the chat template', () => {
  it.each(recordedRuns())('makes every recorded prompt of %s, token for token', (run) => {
    const document = parseDocument(recordedText(run, 'project.json'));
    const agents = new Map(document.team.agents.map((agent) => [agent.role, agent]));
    let prompts = 0;
    for (const iteration of recordedIterations(run)) {
      for (const episode of recordedEpisodes(run, iteration)) {
        for (const message of episode.messages) {
          const agent = agents.get(message.role)!;
          const { tokenizer, template } = tokenizers.get(baseNameOf(document, agent))!;
          const messages = messagesOf(message, episode, agent.prompt, tokenizer);
          const rendered = template.render({ messages, add_generation_prompt: true, role: message.role });
          expect(rendered).toBe(tokenizer.decode(message.prompt_ids));
          expect(encodeWhole(rendered, tokenizer)).toEqual(message.prompt_ids);
          prompts += 1;
        }
      }
    }
    expect(prompts).toBeGreaterThan(50);
  });

  it('is the same in all shipped bases but stories, which has its own; all are sampled from their whole vocabulary', () => {
    const tiny = SHIPPED_BASES.filter((name) => name !== 'stories');
    const templates = new Set(tiny.map((name) => read(`public/models/${name}/tokenizer_config.json`)['chat_template']));
    expect([...templates]).toEqual([CHAT_TEMPLATE]);
    for (const name of SHIPPED_BASES)
      expect(read(`public/models/${name}/generation_config.json`)).toMatchObject({ top_k: 0, do_sample: true });
  });
});
