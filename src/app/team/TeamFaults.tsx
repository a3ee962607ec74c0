/** What is wrong with the team as it is drawn now, as a list that leads to what mends it. */
import { Alert, Stack, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useDocument } from '../../stores/document.ts';
import { text } from '../text/text.ts';
import { openProblem, teamProblems } from './problems.ts';
import styles from './team.module.css';

export function TeamFaults() {
  const problems = useDocument((state) => teamProblems(state.document).all);
  const [open, { toggle }] = useDisclosure(true);
  if (problems.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="outline"
      p={8}
      maw={280}
      mah="100%"
      bg="var(--surface)"
      role="status"
      aria-label={text.team.problems.list}
      title={
        <UnstyledButton fz="sm" fw={650} aria-expanded={open} onClick={toggle}>
          {text.fault.count(problems.length)}
        </UnstyledButton>
      }
    >
      {open && (
        <Stack gap={4} component="ul" className={styles.problems}>
          {problems.map((problem, index) => (
            // The same fault may be told twice, of two places.
            <li key={`${problem.fault.code} ${problem.fault.place?.subject ?? ''} ${index}`}>
              <UnstyledButton className={styles.problem} onClick={() => openProblem(problem)}>
                {problem.fault.message} {problem.fault.hint}
              </UnstyledButton>
            </li>
          ))}
        </Stack>
      )}
    </Alert>
  );
}
