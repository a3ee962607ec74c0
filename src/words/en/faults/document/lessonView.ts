/** What a teacher's view of a project refuses. */

export const lessonViewFaults = {
  E_LESSON_INVALID: () => ({
    message: 'The link brings a teacher’s view that this version cannot use.',
    hint: 'Ask for the link without the teacher’s view, or open it with the workbench it was made with.',
  }),
  E_LESSON_LOCKED: ({ place }: { readonly place: string }) => ({
    message: `This lesson keeps ${nameOf(place)} as it is, so the change was not made.`,
    hint: 'Leave the teaching view to change everything.',
  }),
};

/** `team.agents.solver.prompt` as people say it. */
function nameOf(place: string): string {
  const [part, kind, role, ...rest] = place.split('.');
  if (part === 'team' && kind === 'agents' && role !== undefined) return `${role}’s ${rest.join(' ') || 'place in the team'}`;
  if (part === 'team') return 'the team’s shape';
  if (part === 'environment') return 'the environment';
  return `“${place.replace(/^training\./, '')}”`;
}
