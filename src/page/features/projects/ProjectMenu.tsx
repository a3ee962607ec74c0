/** The project as a whole: begin, open, save, share; and the dialogues about projects. */
import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconBrandPython,
  IconCopy,
  IconDownload,
  IconFileImport,
  IconFilePlus,
  IconFolder,
  IconFolders,
  IconLink,
  IconSchool,
  IconServer2,
  IconTableImport,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { useHidden } from '../../state/projects/teach.ts';
import { openRunFile } from '../../kit/files/chooseRun.ts';
import { importText, text } from '../../../words/words.ts';
import { showDialogue } from './dialogues/dialogues.ts';
import { DropOverlay } from './DropOverlay.tsx';
import { pickFile } from './dialogues/pickFile.ts';
import { downloadProject, duplicateProject } from '../../kit/projects/projectActions.ts';
import { ProjectDialogues } from './dialogues/ProjectDialogues.tsx';

const words = text.projects.menu;

export function ProjectMenu() {
  const hidden = useHidden('projectMenu');
  return (
    <>
      {!hidden && (
        <Menu position="bottom-end" withinPortal width={300}>
          <Menu.Target>
            <ActionIcon size="lg" aria-label={text.header.project}>
              <IconFolder size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown mah="calc(100vh - 64px)" style={{ overflowY: 'auto' }}>
            <Item icon={IconFilePlus} label={words.new} help={words.newHelp} onClick={() => showDialogue('new')} />
            <Item icon={IconFileImport} label={words.open} help={words.openHelp} onClick={pickFile} />
            <Item icon={IconTableImport} label={importText.place.open} help={importText.place.help} onClick={openRunFile} />
            <Item icon={IconDownload} label={words.save} help={words.saveHelp} onClick={() => void downloadProject()} />
            <Menu.Divider />
            <Item icon={IconLink} label={words.share} help={words.shareHelp} onClick={() => showDialogue('share')} />
            <Item icon={IconSchool} label={words.teach} help={words.teachHelp} onClick={() => showDialogue('teach')} />
            <Item icon={IconServer2} label={words.cluster} help={words.clusterHelp} onClick={() => showDialogue('cluster')} />
            <Item icon={IconBrandPython} label={words.verifiers} help={words.verifiersHelp} onClick={() => showDialogue('verifiers')} />
            <Menu.Divider />
            <Item icon={IconCopy} label={words.duplicate} help={words.duplicateHelp} onClick={() => void duplicateProject()} />
            <Item icon={IconFolders} label={words.projects} help={words.projectsHelp} onClick={() => showDialogue('projects')} />
            <Item icon={IconUsers} label={words.profiles} help={words.profilesHelp} onClick={() => showDialogue('profiles')} />
          </Menu.Dropdown>
        </Menu>
      )}
      <ProjectDialogues />
      <DropOverlay />
    </>
  );
}

interface ItemProps {
  readonly icon: Icon;
  readonly label: string;
  readonly help: string;
  readonly onClick: () => void;
}

function Item({ icon: ItemIcon, label, help, onClick }: ItemProps) {
  return (
    <Menu.Item leftSection={<ItemIcon size={16} aria-hidden />} onClick={onClick}>
      {label}
      <Text size="xs" c="dimmed">
        {help}
      </Text>
    </Menu.Item>
  );
}
