/** Whom agents are distilled from: a base as it is, or the adapters that a kept run had after one of its iterations. */
import { z } from 'zod';

export const teacherSchema = z.strictObject({
  /** Roles of the agents it teaches; empty for all that no other teaches by name. */
  agents: z.array(z.string().min(1).max(32)).max(32).default([]),
  /** The base it stands on; empty for each agent's own. */
  base: z.string().max(1024).default(''),
  /** The run whose adapters it speaks with: its id in the page's library, or a folder (terminal); empty for the base alone. */
  run: z.string().max(1024).default(''),
  /** What that run was called when it was chosen. */
  name: z.string().max(200).default(''),
  /** Completed iterations of that run; 0 is the team as it began. */
  iteration: z.int().min(0).default(0),
  /** Whose adapter of that run; empty for that of the agent's own role. */
  role: z.string().max(32).default(''),
  /** Of the adapters that were chosen (`teacherFingerprint`); null where nobody has looked at them yet. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
});

export type TeacherSettings = z.infer<typeof teacherSchema>;
