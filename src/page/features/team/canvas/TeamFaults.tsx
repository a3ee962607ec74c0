/** What is wrong with the team as it is drawn now: how much, and a list that leads to what mends it. */
import { Button, Popover, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useDocument } from '../../../state/document/document.ts';
import { GAP, text } from '../../../../words/words.ts';
import { openProblem, teamProblems, type TeamProblem } from '../model/problems.ts';
import styles from '../team.module.css';
import { worded, sentencesOf } from '../../../../core/faults.ts';

export function TeamFaults() {
  const problems = useDocument((state) => teamProblems(state.document).all);
  return (
    <div role="status">
      {problems.length > 0 && <ProblemList problems={problems} />}
      <VisuallyHidden>{problems.map(({ fault }) => worded(fault).message).join(GAP)}</VisuallyHidden>
    </div>
  );
}

function ProblemList({ problems }: { readonly problems: readonly TeamProblem[] }) {
  const [open, { toggle, close }] = useDisclosure(false);
  return (
    <Popover opened={open} onChange={close} width={300} position="bottom-start" shadow="md" withArrow>
      <Popover.Target>
        <Button color="red" size="compact-xs" leftSection={<IconAlertTriangle size={14} aria-hidden />} onClick={toggle}>
          {text.fault.count(problems.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Stack gap={6} component="ul" className={styles.problems}>
          {problems.map((problem, index) => (
            // The same fault may be told twice, of two subjects.
            <li key={`${problem.fault.code} ${problem.fault.place?.subject ?? ''} ${index}`}>
              <UnstyledButton
                className={styles.problem}
                onClick={() => {
                  close();
                  openProblem(problem);
                }}
              >
                {sentencesOf(problem.fault)}
              </UnstyledButton>
            </li>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
