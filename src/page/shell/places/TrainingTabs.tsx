/** How the team learns: the settings, what it may be shown first, and what computes. */
import { Tabs } from '@mantine/core';
import { TRAINING_TABS, useCursor } from '../../state/address/cursor.ts';
import { EnginePanel } from '../../features/engine/EnginePanel.tsx';
import { text } from '../../../words/words.ts';
import { TrainingPanel } from '../../features/training/TrainingPanel.tsx';
import { WarmStartPanel } from '../../features/warmStart/WarmStartPanel.tsx';
import { Guard, placeWithin } from '../../kit/notices/Guard.tsx';

const CONTENT = { settings: TrainingPanel, warmStart: WarmStartPanel, engine: EnginePanel } as const;

export function TrainingTabs() {
  const tab = useCursor((state) => state.tab);
  const move = useCursor((state) => state.move);
  return (
    <Tabs
      value={tab}
      onChange={(value) => {
        const next = TRAINING_TABS.find((known) => known === value);
        if (next) move({ tab: next });
      }}
      keepMounted={false}
      h="100%"
      display="flex"
      style={{ flexDirection: 'column', minHeight: 0 }}
    >
      <Tabs.List aria-label={text.shell.trainingTabs}>
        {TRAINING_TABS.map((value) => (
          <Tabs.Tab key={value} value={value} py={8} fz="xs">
            {text.shell.trainingTab[value]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TRAINING_TABS.map((value) => {
        const Content = CONTENT[value];
        return (
          <Tabs.Panel key={value} value={value} className="panel-body">
            <Guard place={placeWithin(text.shell.place.training.name, text.shell.trainingTab[value])}>
              <Content />
            </Guard>
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
