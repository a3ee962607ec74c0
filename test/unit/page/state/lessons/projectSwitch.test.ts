import { describe, expect, it } from 'vitest';
import { openLessonText } from '../../../../../src/words/words.ts';
import { afterSwitch } from '../../../../../src/page/state/lessons/projectSwitch.ts';

describe('when another project is open than that of the lesson', () => {
  it('the lesson follows a copy of its own', () => {
    expect(afterSwitch({ project: 'its' }, 'copy', true, null)).toBe('follow');
  });

  it('it says so, and takes that back with its project, but nothing else that it said', () => {
    expect(afterSwitch({ project: 'its' }, 'mine', false, null)).toBe('astray');
    expect(afterSwitch({ project: 'its' }, 'its', false, openLessonText.astray)).toBe('back');
    expect(afterSwitch({ project: 'its' }, 'its', false, openLessonText.gated)).toBe('nothing');
  });
});
