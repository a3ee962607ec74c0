/** What agents can do, as the environment sees it: each skill as a bar, from where the run began to where it is. */
import { useMemo } from 'react';
import { skillCourses, type SkillCourse } from './skills.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { agentIndex, agentName } from '../../kit/figures/lineStyle.ts';
import { PERCENT, text } from '../../../words/words.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import { HelpButton } from '../../kit/help/HelpButton.tsx';
import styles from './skills.module.css';

const words = text.training.skills;
const percent = (share: number): string => `${Math.round(100 * share)}${PERCENT}`;

export function RunSkills({ run }: { readonly run: RunSet }) {
  const { document, metrics } = run;
  const skills = useMemo(
    () =>
      skillCourses(
        metrics,
        document.team.agents.map(({ role }) => role),
      ),
    [metrics, document],
  );
  if (skills.length === 0) return null;
  return (
    <section className={styles.skills} data-stage="skills" aria-label={words.title}>
      <h3 className={styles.title}>
        {words.title} <HelpButton title={words.title} what={words.help} term="skill" />
      </h3>
      <ul className={styles.list}>
        {skills.map((skill) => (
          <Skill key={skill.name} skill={skill} run={run} />
        ))}
      </ul>
    </section>
  );
}

function Skill({ skill, run }: { readonly skill: SkillCourse; readonly run: RunSet }) {
  const scheme = useScheme();
  const { name, role, start, now } = skill;
  const slot = role === null ? -1 : agentIndex(run.document, role);
  return (
    <li className={styles.skill}>
      <span className={styles.name} title={role === null ? name : words.of(name, agentName(run.document, role))}>
        {name}
      </span>
      <span className={styles.bar} aria-hidden style={{ color: slot < 0 ? 'var(--ink)' : agentColor(slot, scheme) }}>
        <span className={styles.now} style={{ width: width(now) }} />
        <span className={styles.start} style={{ left: width(start) }} />
      </span>
      <span className={styles.value}>{words.course(percent(start), percent(now))}</span>
    </li>
  );
}

/** Skills are shares as a rule; one that is not fills its bar. */
function width(value: number): string {
  return `${100 * Math.min(1, Math.max(0, value))}%`;
}
