import { describe, expect, it } from 'vitest';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import type { AheadProject } from '../../../../../src/page/state/projectStorage/ahead.ts';
import { afterLookingFor, firstMeeting } from '../../../../../src/page/state/projects/meeting.ts';

const kept: AheadProject = { id: 'a', document: defaultProject(), lesson: null, changed: 1, revision: null, by: '' };
const fault = { code: 'E_DOCUMENT_JSON', message: 'damaged' } as const;

describe('the open project meets the database', () => {
  it.each([
    ['write', { id: 'a', kept }, 'linked', false],
    ['write', { id: 'a', kept }, 'linked', true],
    ['takeIn', { id: 'a', kept }, 'a', false],
    ['leave', { id: 'a', kept }, 'a', true],
    ['lookFor', { id: 'a', kept: null }, 'a', false],
    ['lookFor', { id: 'a', kept: null }, 'a', true],
    ['lookFor', { id: 'fresh', kept: null }, 'fresh', false],
    ['write', { id: 'fresh', kept: null }, 'linked', false],
  ] as const)('%s', (how, restored, opened, elsewhere) => {
    expect(firstMeeting(restored, opened, elsewhere)).toBe(how);
  });

  it('puts what was kept of it on screen, or shows the other project that was found', () => {
    expect(afterLookingFor({ kept, fault: null, changed: false }, 'a')).toBe('put');
    expect(afterLookingFor({ kept, fault: null, changed: false }, 'b')).toBe('show');
  });

  it('is written where nothing is kept, and begun anew where what is kept cannot be read', () => {
    expect(afterLookingFor({ kept: null, fault: null, changed: false }, 'a')).toBe('write');
    expect(afterLookingFor({ kept: null, fault, changed: false }, 'a')).toBe('begin');
  });

  it('goes on as a copy once somebody changed it meanwhile and it is kept otherwise, or cannot be read; else as it is', () => {
    expect(afterLookingFor({ kept, fault: null, changed: true }, 'a')).toBe('copy');
    expect(afterLookingFor({ kept: null, fault, changed: true }, 'a')).toBe('copy');
    expect(afterLookingFor({ kept, fault: null, changed: true }, 'b')).toBe('nothing');
    expect(afterLookingFor({ kept: null, fault: null, changed: true }, 'a')).toBe('nothing');
  });
});
