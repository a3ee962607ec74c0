/** A run of another trainer, from a file or a folder of this computer. */
import { Button, Menu } from '@mantine/core';
import { openRunFile, openRunFolder } from '../../../kit/files/chooseRun.ts';
import { importText } from '../../../../words/words.ts';

const words = importText.place;

export function OpenOther() {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default">{words.open}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={openRunFile}>{words.file}</Menu.Item>
        <Menu.Item onClick={openRunFolder}>{words.folder}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
