/** What stands above the page about the open project: its lesson, that another tab has it, and what went wrong with it. */
import { Box, Button, Group, Text, Tooltip } from '@mantine/core';
import { showOpened } from '../../state/projects/opened.ts';
import { projectsStore, useProjects } from '../../state/projects/projects.ts';
import { useTeacherView } from '../../state/projects/teach.ts';
import { notifyDone } from '../../kit/notices/notify.ts';
import { ProjectFaults } from './ProjectFaults.tsx';
import { text } from '../../../words/words.ts';
import styles from './projects.module.css';

export function ProjectBars() {
  return (
    <>
      <LessonBar />
      <ElsewhereBar />
      <ProjectFaults />
    </>
  );
}

function LessonBar() {
  const view = useTeacherView();
  if (!view) return null;
  return (
    <Box component="section" className={styles.bar} aria-label={text.teach.bar}>
      <Box flex="1 1 320px" miw={0}>
        <Text size="sm" fw={650}>
          {view.title || text.teach.untitled}
        </Text>
        {view.task && (
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {view.task}
          </Text>
        )}
      </Box>
      <Tooltip label={text.teach.leaveHelp}>
        <Button
          variant="default"
          onClick={() => {
            projectsStore.getState().setLesson(null);
            notifyDone(text.teach.left, text.teach.leftText);
          }}
        >
          {text.teach.leave}
        </Button>
      </Tooltip>
    </Box>
  );
}

function ElsewhereBar() {
  const elsewhere = useProjects((state) => state.elsewhere);
  const { tabs } = text.projects;
  if (!elsewhere) return null;
  return (
    <Group className={styles.bar} role="status">
      <Text size="sm" flex="1 1 320px">
        {tabs.elsewhere}
      </Text>
      <Button
        variant="default"
        onClick={() =>
          void projectsStore
            .getState()
            .takeOver()
            .then(() => {
              showOpened();
              notifyDone(tabs.takenOver, tabs.takenOverText);
            })
        }
      >
        {tabs.takeOver}
      </Button>
    </Group>
  );
}
