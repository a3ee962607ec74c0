import { describe, expect, it } from 'vitest';
import { nextMessage, nextOfAgent, nextToken, nextTurn, type CursorRef } from '../../../../../src/page/state/reading/steps.ts';
import { message } from '../../../core/episode/records.ts';

const messages = [message('planner', 2), message('solver', 0), message('planner', 3), message('solver', 1)];
const nowhere: CursorRef = { message: null, token: null };
const at = (where: number, token: number | null = 0): CursorRef => ({ message: where, token });

describe('a step in an episode', () => {
  it('to another message stands on its first token, and ends with the episode', () => {
    expect(nextMessage(messages, nowhere, 1)).toEqual({ message: 0, token: 0 });
    expect(nextMessage(messages, nowhere, -1)).toEqual({ message: 3, token: 0 });
    expect(nextMessage(messages, at(0, 1), 1)).toEqual({ message: 1, token: null });
    expect(nextMessage(messages, at(3), 1)).toBeNull();
    expect(nextMessage(messages, at(0), -1)).toBeNull();
    expect(nextMessage([], nowhere, 1)).toBeNull();
  });

  it('to another turn stands on its first message', () => {
    const turns = [0, 0, 1, 1, 3].map((turn, index) => ({ ...message('planner', index), turn }));
    expect(nextTurn(turns, nowhere, 1)).toEqual({ message: 0, token: null });
    expect(nextTurn(turns, nowhere, -1)).toEqual({ message: 4, token: 0 });
    expect(nextTurn(turns, at(0), 1)).toEqual({ message: 2, token: 0 });
    expect(nextTurn(turns, at(3), -1)).toEqual({ message: 0, token: null });
    expect(nextTurn(turns, at(4), -1)).toEqual({ message: 2, token: 0 });
    expect(nextTurn(turns, at(4), 1)).toBeNull();
    expect(nextTurn(turns, at(1), -1)).toBeNull();
  });

  it('to the same agent’s other message passes over those of others', () => {
    expect(nextOfAgent(messages, at(0, 1), 1)).toEqual({ message: 2, token: 0 });
    expect(nextOfAgent(messages, at(3), -1)).toEqual({ message: 1, token: null });
    expect(nextOfAgent(messages, at(2), 1)).toBeNull();
    expect(nextOfAgent(messages, nowhere, 1)).toEqual({ message: 0, token: 0 });
  });

  it('to another token goes on into other messages, past those without any', () => {
    expect(nextToken(messages, nowhere, 1)).toEqual({ message: 0, token: 0 });
    expect(nextToken(messages, at(0, 0), 1)).toEqual({ message: 0, token: 1 });
    expect(nextToken(messages, at(0, 1), 1)).toEqual({ message: 2, token: 0 });
    expect(nextToken(messages, at(2, 0), -1)).toEqual({ message: 0, token: 1 });
    expect(nextToken(messages, at(1, null), 1)).toEqual({ message: 2, token: 0 });
    expect(nextToken(messages, at(2, null), 1)).toEqual({ message: 2, token: 0 });
    expect(nextToken(messages, at(3, 0), 1)).toBeNull();
    expect(nextToken(messages, at(0, 0), -1)).toBeNull();
  });
});
