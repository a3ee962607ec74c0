import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { marked } from 'marked';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Translation } from '../../../src/words/forms/language.ts';
import { translation } from '../../../src/words/zh/index.ts';
import { toldApartZh } from '../../../src/words/zh/faults/toldApart.ts';
import { TERM_BASE } from '../../../src/words/zh/termBase.ts';

/** Files below a folder by how their names end. */
const filesIn = (folder: string, ending: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => (name.endsWith(ending) ? [`${folder}/${name}`] : []))
    : [];

/** English catalogues by the name they are asked for with. */
const english: Record<string, object> = {};

beforeAll(async () => {
  const names = filesIn('src/words/en', '.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bspoken\('([^']+)'/g)].map(([, name]) => name ?? ''),
  );
  // Another file may have loaded them before, in the same process.
  vi.resetModules();
  const { speak } = await import('../../../src/words/forms/language.ts');
  const heard = (name: string) => (catalogue: object) => (english[name] = catalogue);
  speak({ language: 'en', catalogues: Object.fromEntries(names.map((name) => [name, heard(name)])), faults: {} });
  await import('../../../src/words/words.ts');
});

/** Everything that is written in Chinese, by its file, without the comments of code. */
const chineseTexts = (): readonly (readonly [file: string, text: string])[] =>
  [
    ...filesIn('src/words/zh', '.ts'),
    ...filesIn('src/lessons', 'zh.md'),
    ...filesIn('src/inventory', 'zh.md'),
    ...filesIn('docs/zh', '.md'),
  ]
    .filter((file) => !file.endsWith('termBase.ts'))
    .map((file) => [file, readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')] as const);

/** What keeps its English text on purpose: works that are cited, other names, pseudo-code, headers of files. */
const NAMED = /\.(?:text|csv|url|r1|r3|near|also|also\.\d+|code\.\d+)$/;
const HAN = /\p{Script=Han}/u;
type Leaf = string | ((...values: never[]) => unknown);

function leavesOf(value: unknown, path: string): (readonly [path: string, leaf: Leaf])[] {
  if (typeof value === 'string' || typeof value === 'function') return [[path, value as Leaf]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, `${path}.${key}`));
}

const translated = (name: string): unknown => {
  const catalogue = translation.catalogues[name];
  return typeof catalogue === 'function' ? catalogue(english[name] as never) : catalogue;
};

describe('the page in Chinese', () => {
  it('has every catalogue that is asked for, and no other', () => {
    expect(Object.keys(translation.catalogues).sort()).toEqual(Object.keys(english).sort());
    expect(Object.keys(english).length).toBeGreaterThan(60);
  });

  it('has a sentence wherever English has one', () => {
    const untranslated = Object.keys(english).flatMap((name) => {
      // Parts that are catalogues of their own are asked for by their own names.
      const parts = new Set(Object.entries(english).flatMap(([other, catalogue]) => (other === name ? [] : [catalogue])));
      const own = (catalogue: object) => Object.fromEntries(Object.entries(catalogue).filter(([, part]) => !parts.has(part)));
      const original = new Map(leavesOf(english[name], name));
      return leavesOf(own(translated(name) as object), name).flatMap(([path, leaf]) => {
        if (typeof leaf !== 'string') return [];
        if (leaf === '' && original.get(path) !== '') return [`${path} is empty`];
        // Names, numbers and formulas stay; three words in a row are a sentence.
        return !HAN.test(leaf) && leaf === original.get(path) && !NAMED.test(path) && /\b[a-z]+ [a-z]+ [a-z]+\b/.test(leaf)
          ? [`${path}: ${leaf}`]
          : [];
      });
    });
    expect(untranslated).toEqual([]);
  });

  it('words the faults that the page may show', () => {
    const codes = ['document', 'files', 'page', 'running']
      .flatMap((part) => filesIn(`src/words/en/faults/${part}`, '.ts'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ {2}(E_[A-Z_0-9]+)\b/gm)].map(([, code]) => code ?? ''));
    expect(codes.length).toBeGreaterThan(150);
    expect(codes.filter((code) => !Object.hasOwn(translation.faults, code))).toEqual([]);
    // A fault that is worded again says its code and values alone.
    const twice = codes.filter((code, at) => codes.indexOf(code) !== at);
    expect(twice.length).toBeGreaterThan(10);
    expect(twice.filter((code) => !Object.hasOwn(toldApartZh, code))).toEqual([]);
  });

  it.each([
    ['E_FILE_UNKNOWN', { subject: 'a.bin', found: 'bytes' }, '「a.bin」无法打开'],
    ['E_FILE_UNKNOWN', { folder: 'runs' }, '文件夹「runs」打不开'],
    ['E_DOCUMENT_SIZE', { most: 2 ** 20 }, '大于 1 MiB'],
    ['E_DOCUMENT_SIZE', { folder: 'runs', files: 9, bytes: 2 ** 20 }, '超过 9 个'],
    ['E_DOCUMENT_SIZE', { name: 'a.json', bytes: 2 ** 20 }, '「a.json」大于 1 MB'],
    ['E_ENV_MODULE', { found: 'export', got: { is: 'null' } }, '默认导出必须是'],
    ['E_ENV_MODULE', { message: 'The move is not allowed.', hint: '' }, 'The move is not allowed.'],
    ['E_ENV_STATE', { hook: 'step' }, 'step() 用同样的输入再次调用'],
  ])('says the %s whose values are %o', (code, values, says) => {
    expect(translation.faults[code]?.(values as never).message).toContain(says);
  });

  it('takes one word for each thing', () => {
    const others = TERM_BASE.flatMap(({ chinese, not = [] }) => not.map((other) => ({ chinese, other })));
    const found = chineseTexts().flatMap(([file, text]) =>
      others.filter(({ other }) => text.includes(other)).map(({ chinese, other }) => `${file}: ${other}, which is ${chinese}`),
    );
    expect(found).toEqual([]);
  });

  it('is set in one way: its own quotation marks and stops, a space beside Latin letters and figures, none before %', () => {
    const wrong = {
      'a quotation mark': /[“”]/g,
      'a stop of half width': /\p{Script=Han}[,;:!?](?=\p{Script=Han}|')/gu,
      'a space at a stop of full width': /[^\s#「] [，。；：！？、）」]|[，。；：！？、（「] (?=[^\s|])/gu,
      'a space after a bracket': /[）」] (?=\p{Script=Han})/gu,
      'a space before %': /[\d}] %/g,
      'no space': /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/gu,
    };
    const found = chineseTexts().flatMap(([file, text]) =>
      Object.entries(wrong).flatMap(([what, form]) => [...text.matchAll(form)].map(([at]) => `${file}: ${what} at ${at}`)),
    );
    expect(found).toEqual([]);
  });

  it('is bold where it is meant to be: ** between a letter and a stop or bracket needs a space', () => {
    const pages = chineseTexts().filter(([file]) => file.endsWith('.md'));
    const found = pages.flatMap(([file, text]) =>
      [
        ...marked
          .parse(text, { async: false })
          .replaceAll(/<code[^]*?<\/code>/g, '')
          .matchAll(/.{0,20}\*\*.{0,20}/g),
      ].map(([at]) => `${file}: ${at}`),
    );
    expect(pages.length).toBeGreaterThan(12);
    expect(found).toEqual([]);
  });
});

describe('a language', () => {
  const spokenIn = async (chosen: Translation) => {
    vi.resetModules();
    const language = await import('../../../src/words/forms/language.ts');
    language.speak(chosen);
    const [{ text }, faults] = await Promise.all([import('../../../src/words/words.ts'), import('../../../src/core/faults.ts')]);
    return { text, ...faults };
  };

  it('that is spoken is what is read everywhere, in faults of other threads and older runs too', async () => {
    const { text, worded, sentencesOf, introduced } = await spokenIn(translation);
    expect(text.header.undo).toBe('撤销');
    expect(text.runs).toBe(translation.catalogues['runs/runs']);
    const old = { code: 'E_INTERNAL', message: 'Something failed inside.', params: { said: 'x is undefined' } } as const;
    expect(worded(old).message).toMatch(HAN);
    expect(sentencesOf(old)).toContain('x is undefined');
    expect(introduced(old, '打不开：').message).toMatch(/^打不开：\p{Script=Han}/u);
    expect(worded(introduced(old, '打不开：')).message, 'worded once').toMatch(/^打不开：\p{Script=Han}/u);
  });

  it('does not change what an environment says, nor a fault of which the values are gone', async () => {
    const { worded } = await spokenIn(translation);
    const said = { code: 'E_INTERNAL', message: 'The move is not allowed.', params: { said: '' }, by: 'environment' } as const;
    expect(worded(said).message).toBe('The move is not allowed.');
    expect(worded({ code: 'E_INTERNAL', message: 'Old.' }).message).toBe('Old.');
    expect(worded({ code: 'E_NEW', message: 'Newer.', params: {} }).message).toBe('Newer.');
  });

  it('is English where none is spoken', async () => {
    const { text, worded } = await spokenIn({ language: 'en', catalogues: {}, faults: {} });
    expect(text.header.undo).toBe('Undo');
    expect(worded({ code: 'E_INTERNAL', message: 'As it is.', params: { said: '' } }).message).toBe('As it is.');
  });
});
