/** Below the canvas: the selected agent, the environment, the training settings, the warm start, and what they run on. */
import { Tabs } from '@mantine/core';
import { useCursor, type Panel } from '../../stores/cursor.ts';
import { AgentEditor } from '../team/AgentEditor.tsx';
import { EnginePanel } from '../engine/EnginePanel.tsx';
import { EnvironmentEditor } from '../environment/EnvironmentEditor.tsx';
import { text } from '../text/text.ts';
import { TrainingPanel } from '../training/TrainingPanel.tsx';
import { WarmStartPanel } from '../warmStart/WarmStartPanel.tsx';
import { Guard } from './Guard.tsx';

const PANELS: readonly Panel[] = ['agent', 'environment', 'training', 'warmStart', 'engine'];

export function EditorTabs() {
  const panel = useCursor((state) => state.panel);
  const move = useCursor((state) => state.move);
  return (
    <Tabs
      value={panel}
      onChange={(value) => {
        const next = PANELS.find((known) => known === value);
        if (next) move({ panel: next });
      }}
      keepMounted={false}
      h="100%"
      display="flex"
      style={{ flexDirection: 'column', minHeight: 0 }}
    >
      <Tabs.List aria-label={text.panels.editors}>
        {PANELS.map((value) => (
          <Tabs.Tab key={value} value={value} py={8} fz="xs">
            {text.panels[value]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="agent" className="panel-body">
        <Guard>
          <AgentEditor />
        </Guard>
      </Tabs.Panel>
      <Tabs.Panel value="environment" className="panel-body">
        <Guard>
          <EnvironmentEditor />
        </Guard>
      </Tabs.Panel>
      <Tabs.Panel value="training" className="panel-body">
        <Guard>
          <TrainingPanel />
        </Guard>
      </Tabs.Panel>
      <Tabs.Panel value="warmStart" className="panel-body">
        <Guard>
          <WarmStartPanel />
        </Guard>
      </Tabs.Panel>
      <Tabs.Panel value="engine" className="panel-body">
        <Guard>
          <EnginePanel />
        </Guard>
      </Tabs.Panel>
    </Tabs>
  );
}
