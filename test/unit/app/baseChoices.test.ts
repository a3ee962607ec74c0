import { describe, expect, it } from 'vitest';
import { baseChoices, baseFaultText } from '../../../src/app/training/baseChoices.ts';
import { SHIPPED_BASES } from '../../../src/core/document/bases.ts';
import type { Fault } from '../../../src/core/faults.ts';

describe('baseChoices', () => {
  it('are the shipped bases, the chosen folders and what is set already', () => {
    expect(baseChoices([], '')).toEqual([...SHIPPED_BASES]);
    expect(baseChoices(['mine', 'micro'], 'elsewhere')).toEqual([...SHIPPED_BASES, 'mine', 'elsewhere']);
    expect(baseChoices([], 'standard')).toEqual([...SHIPPED_BASES]);
  });
});

describe('baseFaultText', () => {
  it('is said where the document asks for the base, and nowhere else', () => {
    const fault: Fault = {
      code: 'E_BASE_MISSING',
      message: 'There is none.',
      hint: 'Choose one.',
      place: { subject: 'team.agents.solver.base' },
    };
    expect(baseFaultText(fault, 'team.agents.solver.base')).toBe('There is none. Choose one.');
    expect(baseFaultText(fault, 'team.base')).toBeNull();
    expect(baseFaultText(null, 'team.base')).toBeNull();
  });
});
