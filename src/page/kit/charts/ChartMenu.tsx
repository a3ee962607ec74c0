/** What can be done with one chart: save it as a picture or as numbers, put it first, hide it. */
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChartDots,
  IconDotsVertical,
  IconEyeOff,
  IconPhoto,
  IconPin,
  IconPinnedOff,
  IconTable,
  IconVectorBezier2,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { chartsText as words } from '../../../words/words.ts';

export type SaveAs = 'png' | 'svg' | 'csv';

const FORMATS: readonly { readonly format: SaveAs; readonly icon: ReactNode }[] = [
  { format: 'png', icon: <IconPhoto size={14} /> },
  { format: 'svg', icon: <IconVectorBezier2 size={14} /> },
  { format: 'csv', icon: <IconTable size={14} /> },
];

interface Props {
  readonly title: string;
  readonly onSave: (format: SaveAs) => void;
  /** Charts can also be saved as a Vega-Lite specification. */
  readonly onSaveVega?: () => void;
  /** Whether there is a drawing now; without one only the numbers can be saved. Absent: always. */
  readonly isDrawn?: () => boolean;
  /** Charts that stand among others can be put first and hidden. */
  readonly pinning?: { readonly pinned: boolean; readonly onPin: () => void; readonly onHide: () => void };
}

export function ChartMenu({ title, onSave, onSaveVega, isDrawn, pinning }: Props) {
  const [drawn, setDrawn] = useState(true);
  return (
    <Menu position="bottom-end" shadow="md" withinPortal withInitialFocusPlaceholder={false} onOpen={() => setDrawn(isDrawn?.() ?? true)}>
      <Menu.Target>
        <ActionIcon size="sm" color="gray" aria-label={words.menu(title)}>
          <IconDotsVertical size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.filter(({ format }) => drawn || format === 'csv').map(({ format, icon }) => (
          <Menu.Item key={format} leftSection={icon} onClick={() => onSave(format)}>
            {words.saveAs[format]}
          </Menu.Item>
        ))}
        {onSaveVega && drawn && (
          <Menu.Item leftSection={<IconChartDots size={14} />} onClick={onSaveVega}>
            {words.saveAs.vega}
          </Menu.Item>
        )}
        {pinning && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={pinning.pinned ? <IconPinnedOff size={14} /> : <IconPin size={14} />} onClick={pinning.onPin}>
              {pinning.pinned ? words.unpin : words.pin}
            </Menu.Item>
            <Menu.Item leftSection={<IconEyeOff size={14} />} onClick={pinning.onHide}>
              {words.hide}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
