/** Opens the first lesson on teams from wherever it is offered; all about lessons is fetched only then. */

/** Where it was left; for who has taken none, behind its question on lesson 0, which it does not need. */
export async function startFirstLesson(): Promise<void> {
  const { lessonsStore } = await import('../../state/lessons/lessons.ts');
  const { progress, start } = lessonsStore.getState();
  await start('lamas', Object.keys(progress).length === 0 ? 'team' : undefined);
}
