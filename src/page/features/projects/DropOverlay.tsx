/** Files and folders dropped anywhere on the page are opened; while one is dragged over it, the page says what it takes. */
import { together } from '../../kit/files/together.ts';
import { openFile, openFolder } from '../../kit/files/openFile.ts';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { notifyDone } from '../../kit/notices/notify.ts';
import { text } from '../../../words/words.ts';
import { crewPaths } from '../../../core/formats/teams/looks.ts';
import { droppedFolder, listDropped } from './droppedFolder.ts';
import styles from './projects.module.css';

const words = text.projects.drop;

export function DropOverlay() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    /** Whether a part of the page takes files in its own way. */
    const taken = ({ target }: DragEvent): boolean => target instanceof Element && target.closest('[data-takes-files]') !== null;
    const drag = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      if (taken(event)) return setOver(false);
      event.preventDefault();
      event.stopPropagation(); // the code editor would take the file's path as text
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false); // out of the window
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event) || taken(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const files = [...(event.dataTransfer?.files ?? [])];
      const [file, second] = files;
      // A crew is in two files, which belong together as those of a folder do.
      if (file && second && crewPaths(files.map(({ name }) => name)).length === files.length)
        return void openFolder(file.name, () => Promise.resolve(files.map((each) => ({ path: each.name, file: each }))));
      const folder = droppedFolder(event.dataTransfer);
      const parts = folder ? null : together(files);
      if (parts) return void openFolder(parts.name, () => Promise.resolve(parts.files));
      if (second) notifyDone(words.title, text.projects.oneFile);
      if (folder) void openFolder(folder.name, () => listDropped(folder));
      else if (file) void openFile(file);
    };
    const events = { dragenter: drag, dragover: drag, dragleave: leave, drop } as const;
    for (const [name, listener] of Object.entries(events)) window.addEventListener(name, listener as EventListener, true);
    return () => {
      for (const [name, listener] of Object.entries(events)) window.removeEventListener(name, listener as EventListener, true);
    };
  }, []);
  if (!over) return null;
  return (
    <div className={styles.drop}>
      <Text fw={650}>{words.title}</Text>
      <Text size="sm" c="dimmed">
        {words.accepted}
      </Text>
    </div>
  );
}
