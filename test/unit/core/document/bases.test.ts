import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../headless/kit/folders.ts';
import { baseNames, baseSubject, SHIPPED_BASES } from '../../../../src/core/document/bases.ts';
import { document, mixedDocument } from '../episode/records.ts';

describe('the bases of a document', () => {
  it('are those its agents stand on, the team’s first', () => {
    expect(baseNames(document)).toEqual(['micro']);
    expect(baseNames(mixedDocument)).toEqual(['micro', 'standard']);
    const reversed = { ...mixedDocument, team: { ...mixedDocument.team, agents: [...mixedDocument.team.agents].reverse() } };
    expect(baseNames(reversed)).toEqual(['micro', 'standard']);
  });

  it('are faulted where the document asks for them', () => {
    expect(baseSubject(mixedDocument, 'micro')).toBe('team.base');
    expect(baseSubject(mixedDocument, 'standard')).toBe('team.agents.solver.base');
  });

  it('that ship are the folders of the models', () => {
    expect(readdirSync(join(projectRoot, 'public', 'models')).sort()).toEqual([...SHIPPED_BASES].sort());
  });
});
