/** Who teaches whom, as the settings say it. */
import type { AgentSettings, TeamSettings } from './schema.ts';
import type { TeacherSettings } from './teacherSchema.ts';
import type { TrainingSettings } from './trainingSchema.ts';

type Taught = { readonly training: Pick<TrainingSettings, 'distillation'> };

/** The teacher of an agent: one that names it, or one for all; null where it has none. */
export function teacherOf({ training }: Taught, { role }: Pick<AgentSettings, 'role'>): TeacherSettings | null {
  const { teachers } = training.distillation;
  return teachers.find(({ agents }) => agents.includes(role)) ?? teachers.find(({ agents }) => agents.length === 0) ?? null;
}

/** The agents of a team that have a teacher and learn, with it. */
export function pupilsOf(
  document: Taught & { readonly team: Pick<TeamSettings, 'agents'> },
): { readonly agent: AgentSettings; readonly teacher: TeacherSettings }[] {
  return document.team.agents.flatMap((agent) => {
    const teacher = agent.adapter.frozen ? null : teacherOf(document, agent);
    return teacher ? [{ agent, teacher }] : [];
  });
}

/** Whether anybody is distilled at all. */
export const distils = ({ distillation }: Pick<TrainingSettings, 'distillation'>): boolean => distillation.teachers.length > 0;

/** Whether the teacher's part of the advantage is all of it, so that nothing the policy learns comes from the reward. */
export const teacherAlone = (training: Pick<TrainingSettings, 'distillation'>): boolean =>
  distils(training) && training.distillation.signal === 'alone';

/** The teachers when the agent `role` is called `newRole`; where it is null, the agent is gone. */
export function teachersAfter(teachers: readonly TeacherSettings[], role: string, newRole: string | null): TeacherSettings[] {
  return teachers.flatMap((teacher) => {
    if (!teacher.agents.includes(role)) return [teacher];
    const agents = teacher.agents.flatMap((name) => (name !== role ? [name] : newRole === null ? [] : [newRole]));
    // One that named the agent alone teaches nobody any more, and not everybody.
    return agents.length === 0 ? [] : [{ ...teacher, agents }];
  });
}
