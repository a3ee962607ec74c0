import { describe, expect, it } from 'vitest';
import { hubBaseName, parseHubName, shortHubName } from '../../../src/core/formats/models/hub/hubName.ts';

const commit = '0123456789'.repeat(4);

describe('the name of a model on the Hub', () => {
  it.each([
    ['Qwen/Qwen2.5-0.5B', 'Qwen/Qwen2.5-0.5B', null],
    ['hf:Qwen/Qwen3-0.6B', 'Qwen/Qwen3-0.6B', null],
    ['hf:a/b@main', 'a/b', 'main'],
    ['a/b@refs/pr/1', 'a/b', 'refs/pr/1'],
    [`a/b@${commit}`, 'a/b', commit],
  ])('%s is read', (text, id, revision) => {
    expect(parseHubName(text)).toEqual({ id, revision });
  });

  it.each([
    '',
    'gpt2',
    '/usr',
    'a/b/c',
    '../a',
    'a/..',
    'a/.b',
    'a--b/c',
    'a/b.git',
    'a b/c',
    'a/b@',
    'a/b@../x',
    'a/b@x@y',
    'a/b@/x',
    'a/b@.',
  ])('“%s” is none', (text) => {
    expect(parseHubName(text)).toBeNull();
  });

  it('is shown short', () => {
    expect(hubBaseName({ id: 'a/b', revision: commit })).toBe(`a/b@${commit}`);
    expect(shortHubName({ id: 'a/b', revision: commit })).toBe('a/b@0123456');
    expect(shortHubName({ id: 'a/b', revision: null })).toBe('a/b');
  });
});
