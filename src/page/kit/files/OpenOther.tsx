/** A run of another trainer, from a file or a folder of this computer. */
import { Button, type ButtonProps, Menu } from '@mantine/core';
import { openRunFile, openRunFolder } from './chooseRun.ts';
import { importText } from '../../../words/words.ts';

const words = importText.place;

interface Props {
  readonly size?: ButtonProps['size'];
}

export function OpenOther({ size }: Props) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" title={words.help} {...(size ? { size } : {})}>
          {words.open}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={openRunFile}>{words.file}</Menu.Item>
        <Menu.Item onClick={openRunFolder}>{words.folder}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
