import { describe, expect, it } from 'vitest';
import { baseFaultText, baseGroups } from '../../../../../src/page/state/settings/baseChoices.ts';
import { SHIPPED_BASES } from '../../../../../src/core/document/bases.ts';
import type { Fault } from '../../../../../src/core/faults.ts';

describe('baseGroups', () => {
  it('are the shipped bases, those of one’s own, and what is set already', () => {
    const shipped = { name: 'shipped', items: SHIPPED_BASES };
    expect(baseGroups([], '')).toEqual([shipped]);
    expect(baseGroups(['mine', 'micro', 'mine'], 'elsewhere')).toEqual([
      shipped,
      { name: 'own', items: ['mine'] },
      { name: 'other', items: ['elsewhere'] },
    ]);
    expect(baseGroups(['mine'], 'mine')).toEqual([shipped, { name: 'own', items: ['mine'] }]);
    expect(baseGroups([], 'standard')).toEqual([shipped]);
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
