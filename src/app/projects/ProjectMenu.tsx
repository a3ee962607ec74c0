/** The project as a whole: begin anew from a shipped one, open a file, download. */
import { ActionIcon, Button, Group, Menu, Modal, Text } from '@mantine/core';
import { IconDownload, IconFileImport, IconFilePlus, IconFolder, IconUsers } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { PresetName } from '../../core/document/presets.ts';
import { presetProject } from '../../stores/defaultProject.ts';
import { documentStore } from '../../stores/document.ts';
import { isAsShipped, PRESET_NAMES } from '../../stores/presetChoice.ts';
import { text } from '../text/text.ts';
import { downloadProfiles, downloadProject, importProject, startFrom } from './projectActions.ts';

export function ProjectMenu() {
  const input = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<PresetName | null>(null);
  const choose = (name: PresetName): void => {
    if (isAsShipped(documentStore.getState().document)) startFrom(name);
    else setAsked(name);
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size="lg" aria-label={text.header.project}>
            <IconFolder size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        {/* The shipped projects alone are higher than a small window. */}
        <Menu.Dropdown maw={340} mah="calc(100vh - 64px)" style={{ overflowY: 'auto' }}>
          <Menu.Label>{text.header.startFrom}</Menu.Label>
          {PRESET_NAMES.map((name) => (
            <Menu.Item key={name} data-preset={name} leftSection={<IconFilePlus size={16} aria-hidden />} onClick={() => choose(name)}>
              {presetProject(name).name}
              <Text size="xs" c="dimmed">
                {text.gallery.presets[name].shows}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => input.current?.click()}>
            {text.header.importProject}
            <Text size="xs" c="dimmed">
              {text.header.importHint}
            </Text>
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={downloadProject}>
            {text.header.download}
          </Menu.Item>
          <Menu.Item leftSection={<IconUsers size={16} aria-hidden />} onClick={downloadProfiles}>
            {text.header.downloadProfiles}
            <Text size="xs" c="dimmed">
              {text.header.downloadProfilesHint}
            </Text>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirmation
        asked={asked}
        onAnswer={(yes) => {
          if (yes && asked) startFrom(asked);
          setAsked(null);
        }}
      />
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={text.header.importProject}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = ''; // so that the same file can be chosen again
          if (file) void importProject(file);
        }}
      />
    </>
  );
}

interface ConfirmationProps {
  /** The project to begin with; null when nothing is asked. */
  readonly asked: PresetName | null;
  readonly onAnswer: (yes: boolean) => void;
}

/** Asked before a project that was edited is replaced. */
function Confirmation({ asked, onAnswer }: ConfirmationProps) {
  const present = documentStore.getState().document.name;
  return (
    <Modal
      opened={asked !== null}
      onClose={() => onAnswer(false)}
      title={text.header.replaceTitle}
      size="sm"
      centered
      withCloseButton={false} // “Keep mine” and Escape do that
    >
      <Text size="sm">{asked && text.header.replaceQuestion(present, presetProject(asked).name)}</Text>
      <Group justify="flex-end" gap={8} mt="md">
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
          {text.header.keep}
        </Button>
        <Button onClick={() => onAnswer(true)}>{text.header.replace}</Button>
      </Group>
    </Modal>
  );
}
