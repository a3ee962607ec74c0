/** Where a model's folder has its chat template and its ends, as transformers looks for them. */
import { describe, expect, it } from 'vitest';
import { encodeJson, type Files } from '../../../../src/core/formats/files.ts';
import { promptFilesOf, readPromptFiles, takenOfModel } from '../../../../src/core/formats/models/hf.ts';
import { templateIn } from '../../../../src/core/tokenizer/templateFile.ts';
import { tokenizerFor } from '../../../../src/core/tokenizer/tokenizer.ts';
import { byteTokenizer } from '../../../../src/core/tokenizer/train.ts';
import { faultCode, goldenFolder } from '../formats/helpers.ts';

const { tokenizerJson, tokenizerConfig } = byteTokenizer();
const saying = (word: string) => `{% for message in messages %}${word} {{ message.content }}{% endfor %}`;

function folder(config: Record<string, unknown>, files: Files = {}): Files {
  const { chat_template: _, ...rest } = tokenizerConfig as Record<string, unknown>;
  return {
    'config.json': goldenFolder('llama-tied')['config.json']!,
    'tokenizer.json': encodeJson(tokenizerJson),
    'tokenizer_config.json': encodeJson({ ...rest, ...config }),
    ...files,
  };
}

function rendered(files: Files): string {
  const { tokenizer } = readPromptFiles(files, 'mine');
  const { conversation } = tokenizerFor(tokenizer, 300, 'mine').tokensFor('model');
  return conversation!.render([{ role: 'user', content: 'hello' }], true);
}

describe('the chat template of a folder', () => {
  const text = new TextEncoder();
  const json = { 'chat_template.json': encodeJson({ chat_template: saying('json') }) };

  it.each<[string, Files, string]>([
    ['is that of tokenizer_config.json', folder({ chat_template: saying('config') }), 'config hello'],
    ['is chat_template.json before that', folder({ chat_template: saying('config') }, json), 'json hello'],
    ['is chat_template.jinja before all', folder({}, { ...json, 'chat_template.jinja': text.encode(saying('jinja')) }), 'jinja hello'],
    [
      'is the default of several',
      folder({
        chat_template: [
          { name: 'tool_use', template: saying('tools') },
          { name: 'default', template: saying('default') },
        ],
      }),
      'default hello',
    ],
    [
      'knows the special tokens by their variables, written as text or as an object',
      folder({ chat_template: '{{ bos_token }}{{ messages[0].content }}{{ eos_token }}', bos_token: { content: '<|im_start|>' } }),
      '<|im_start|>hello<|im_end|>',
    ],
  ])('%s', (_, files, expected) => {
    expect(rendered(files)).toBe(expected);
  });

  it('is missing where no file has one that could be meant', () => {
    expect(faultCode(() => rendered(folder({})))).toBe('E_TEMPLATE_MISSING');
    expect(() => rendered(folder({}))).toThrow(/mine has no chat template/);
    const several = ['tool_use', 'rag'].map((name) => ({ name, template: saying(name) }));
    expect(templateIn(several)).toBeNull();
    expect(templateIn(several.slice(1))).toBe(saying('rag'));
    expect(templateIn(5)).toBeNull();
  });

  it('is read and kept with the folder, for prompts too', () => {
    for (const file of ['chat_template.jinja', 'chat_template.json', 'generation_config.json']) {
      expect(takenOfModel(file)).toBe('contents');
      expect(Object.keys(promptFilesOf({ [`mine/${file}`]: new Uint8Array(), 'model.safetensors': new Uint8Array() }))).toEqual([
        `mine/${file}`,
      ]);
    }
  });
});

it('a message ends as generation_config.json says, else as config.json does', () => {
  const generation = (ids: number | number[]) => ({ 'generation_config.json': encodeJson({ eos_token_id: ids }) });
  const ends = (files: Files) => readPromptFiles(files).tokenizer?.ends;
  expect(ends(folder({}))).toEqual([]);
  expect(ends(folder({}, generation(4)))).toEqual([4]);
  expect(ends(folder({}, generation([4, 5])))).toEqual([4, 5]);
});
