/** Chinese words of what a teacher's view of a project refuses. */
import type { lessonViewFaults } from '../../../en/faults/document/lessonView.ts';
import type { Translated } from '../../../forms/translated.ts';

export const lessonViewFaultsZh: Translated<typeof lessonViewFaults> = {
  E_LESSON_INVALID: () => ({
    message: '这个链接带来的教学视图，这个版本无法使用。',
    hint: '请对方给你不带教学视图的链接，或者用制作它的那个工作台打开。',
  }),
  E_LESSON_LOCKED: ({ place }) => ({
    message: `这一课要求${nameOf(place)}保持原样，所以没有作这处改动。`,
    hint: '离开教学视图，就可以改动一切。',
  }),
};

/** `team.agents.solver.prompt` as people say it. */
function nameOf(place: string): string {
  const [part, kind, role, ...rest] = place.split('.');
  if (part === 'team' && kind === 'agents' && role !== undefined)
    return rest.length === 0 ? `「${role}」在团队中的位置` : `「${role}」的 ${rest.join(' ')} `;
  if (part === 'team') return '团队的结构';
  if (part === 'environment') return '环境';
  return `「${place.replace(/^training\./, '')}」`;
}
