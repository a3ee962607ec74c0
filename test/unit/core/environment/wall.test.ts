/** Names that environment code makes up reach nobody unbounded, nor with characters that act: in a sentence or in its values. */
import { describe, expect, it } from 'vitest';
import { checkExport, checkReset, checkStep } from '../../../../src/core/environment/validate.ts';
import { FaultError, type Fault } from '../../../../src/core/faults.ts';

/** Turns text around, ends a line of a terminal, colours it. */
const ACTING = '\u202e\r\u001b[31m';
const LONG = `${ACTING}${'a'.repeat(5000)}${ACTING}z`;

function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
  }
  throw new Error('nothing was refused');
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];

const step = { state: null, observation: '', reward: 0, terminated: true, truncated: false };
const sound = { name: 'a', description: '', reset: { function: true }, step: { function: true } };

describe('the wall', () => {
  it.each<[string, () => unknown]>([
    ['a key of the state', () => checkReset({ state: { [LONG]: Number.POSITIVE_INFINITY }, observation: '' })],
    ['a field', () => checkStep({ ...step, [LONG]: 1 }, [])],
    ['a role', () => checkStep({ ...step, reward: { [LONG]: 'no number' } }, [])],
    ['a skill', () => checkStep({ ...step, skills: { [LONG]: 1 } }, [])],
    ['the level of a skill', () => checkStep({ ...step, skills: { [LONG]: 2 } }, [LONG])],
    ['a short text', () => checkStep({ ...step, terminated: ACTING }, [])],
    ['a field of the module', () => checkExport({ ...sound, unread: LONG })],
    ['a split', () => checkExport({ ...sound, splits: { train: 1, test: 1, [LONG]: 1 } })],
    ['a skill twice', () => checkExport({ ...sound, skills: [ACTING, ACTING] })],
  ])('clips and tames %s', (_, work) => {
    const { message, hint = '', params } = faultOf(work);
    expect(message.length).toBeLessThanOrEqual(401);
    expect(hint.length).toBeLessThanOrEqual(601);
    for (const text of textsIn(params)) expect(text.length).toBeLessThanOrEqual(401);
    for (const text of [message, hint, ...textsIn(params)]) expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('keeps both ends of a long path, in the values as in the sentence', () => {
    const { message, params } = faultOf(() => checkReset({ state: { ['k'.repeat(900)]: [Number.NaN] }, observation: '' }));
    const [path] = textsIn((params as { readonly path: string }).path);
    expect(path).toMatch(/^reset\(\)\.state\.k+ … k+\[0\]$/);
    expect(message).toMatch(/^reset\(\)\.state\.k+ … k+\[0\] must be a finite number, got NaN\.$/);
    expect(message).toHaveLength(394);
  });

  it('keeps what was found as values', () => {
    expect(faultOf(() => checkStep({ ...step, reward: [1, 2] }, []))).toMatchObject({
      params: { found: 'number', path: 'step().reward', got: { is: 'list', length: 2 } },
    });
    expect(faultOf(() => checkExport({ ...sound, contract: 7 }))).toMatchObject({
      code: 'E_ENV_VERSION',
      params: { contract: 7, known: 1 },
    });
  });
});
