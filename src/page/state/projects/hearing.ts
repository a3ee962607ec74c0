/** Decides what this tab does when another tells it something. */
import type { TabMessage } from './tabs.ts';
import type { ProjectsState } from './types.ts';

/** Says what a message asks for: `list` anew, `yield` the open project, or nothing, as where it is not this tab's to give. */
export function afterMessage(
  message: TabMessage,
  { present, elsewhere }: Pick<ProjectsState, 'present' | 'elsewhere'>,
): 'list' | 'yield' | 'nothing' {
  if (message.kind === 'kept') return 'list';
  return message.id === present && !elsewhere ? 'yield' : 'nothing';
}
