/** Projects of every format that there was open, and mean what they meant. */
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../../src/core/document/parse.ts';
import { DOCUMENT_VERSION } from '../../../../src/core/document/schema.ts';
import { readLink } from '../../../../src/core/share/share.ts';
import { FORMATS, leftBy, RELEASES, savedProject } from '../../../support/released.ts';

/** Every value in it, by its path. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`));
}

/** What later formats say elsewhere or otherwise (`migrations.ts`). */
const MOVED = [
  'version',
  'training.valueClip',
  'training.normalizeAdvantages',
  'training.normalizeAdvantages.mean',
  'training.normalizeAdvantages.std',
];

it('there is a project of every format before this one', () => expect(FORMATS.at(-1)).toBe(DOCUMENT_VERSION - 1));

describe.each(FORMATS)('a project of format %i', (format) => {
  const text = savedProject(format);

  it('opens with every value that was in it', () => {
    const now = new Map(leaves(parseDocument(text)));
    for (const [path, value] of leaves(JSON.parse(text))) if (!MOVED.includes(path)) expect([path, now.get(path)]).toEqual([path, value]);
  });

  it('normalises and clips as it did', () => {
    const { training } = JSON.parse(text) as { training: { valueClip?: number; critic?: { valueClip?: number } } };
    const now = parseDocument(text).training;
    // PPO over a minibatch, which is what `auto` means of it.
    expect(now.normalizeAdvantages).toEqual({ mean: 'auto', std: 'auto' });
    expect(now.critic.valueClip).toBe(training.valueClip ?? training.critic?.valueClip);
  });

  it('is of this format when it is saved again', () => {
    const now = parseDocument(text);
    expect(now.version).toBe(DOCUMENT_VERSION);
    expect(parseDocument(JSON.stringify(now))).toEqual(now);
  });
});

it.each(RELEASES)('a link that version %s made opens', (release) => {
  const { link } = leftBy(release).beside;
  expect(readLink(link, [])?.document).toEqual(parseDocument(savedProject(release === '0.1.0' ? 4 : 5)));
});
