/** What a lesson refuses is not said to have been done. */
import { afterEach, expect, it } from 'vitest';
import { removeDataset } from '../../../../../src/page/features/environment/dataset/actions.ts';
import { positionsOf } from '../../../../../src/page/features/team/model/layout.ts';
import { pasteText } from '../../../../../src/page/features/team/model/clipboardActions.ts';
import { disconnectAgents } from '../../../../../src/page/features/team/model/teamActions.ts';
import { teamText } from '../../../../../src/words/words.ts';
import { lockFault, parseTeacherView } from '../../../../../src/core/share/teach.ts';
import { clipText } from '../../../../../src/core/editing/clipboard.ts';
import { canvasStore } from '../../../../../src/page/features/team/model/canvas.ts';
import { documentStore } from '../../../../../src/page/state/document/document.ts';

const lesson = parseTeacherView({ locked: ['team', 'environment'] });
const { document } = documentStore.getState();

afterEach(() => documentStore.getState().switchTo({ document, past: [], future: [] }, null));

it('keeps agents and connections, and says so', () => {
  documentStore.getState().switchTo({ document, past: [], future: [] }, (before, after) => lockFault(lesson, before, after));
  const { roles } = canvasStore.getState();
  pasteText(clipText(document, ['solver'], positionsOf(document)));
  expect(canvasStore.getState().roles, 'nothing that is not there is selected').toEqual(roles);
  expect(canvasStore.getState().said.message).toContain('This lesson keeps');
  disconnectAgents('planner', 'solver');
  expect(canvasStore.getState().said.message).not.toBe(teamText.done.disconnected('planner', 'solver'));
  removeDataset({ name: 'rows.csv' } as Parameters<typeof removeDataset>[0]);
  expect(documentStore.getState().document).toEqual(document);
});
