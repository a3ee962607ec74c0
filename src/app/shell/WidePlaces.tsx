/**
 * The place at hand in a wide window. Four places share one frame of resizable panels, in which charts and episodes stay
 * as they are while the left side changes; runs and learning take the whole width.
 */
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useCursor, type Place } from '../../stores/cursor.ts';
import { text } from '../text/text.ts';
import { Agent, Canvas, Charts, Environment, Episodes, Training } from './Frame.tsx';
import { WholePlace } from './WholePlace.tsx';
import { useSplit } from './useSplit.ts';

type Worked = Exclude<Place, 'runs' | 'learn'>;

export function WidePlaces() {
  const place = useCursor((state) => state.place);
  return place === 'runs' || place === 'learn' ? <WholePlace place={place} /> : <Workbench place={place} />;
}

/** Share of the width that the left side has at first, percent. */
const LEFT = { team: 42, environment: 54, training: 42 } as const;

function Workbench({ place }: { readonly place: Worked }) {
  const reading = place === 'inspect';
  const left = reading ? null : LEFT[place];
  const columns = useSplit(`${place}.columns`, left === null ? { 'run-side': 100 } : { edit: left, 'run-side': 100 - left });
  const rows = useSplit(`${place}.right`, reading ? { episodes: 100 } : { charts: 44, episodes: 56 });
  return (
    <Group orientation="horizontal" {...columns}>
      {!reading && (
        <Panel key="edit" id="edit" minSize={360}>
          {place === 'team' && <TeamSide />}
          {place === 'environment' && <Environment />}
          {place === 'training' && <Training />}
        </Panel>
      )}
      {!reading && <Separator key="between" className="separator" aria-label={text.shell.resizeColumns} />}
      <Panel key="run" id="run-side" minSize={420}>
        <Group orientation="vertical" {...rows}>
          {!reading && (
            <Panel key="charts" id="charts" minSize={160}>
              <Charts />
            </Panel>
          )}
          {!reading && <Separator key="between" className="separator" aria-label={text.shell.resizeRight} />}
          <Panel key="episodes" id="episodes" minSize={160}>
            <Episodes />
          </Panel>
        </Group>
      </Panel>
    </Group>
  );
}

function TeamSide() {
  const rows = useSplit('team.left', { team: 42, agent: 58 });
  return (
    <Group orientation="vertical" {...rows}>
      <Panel id="team" minSize={160}>
        <Canvas />
      </Panel>
      <Separator className="separator" aria-label={text.shell.resizeLeft} />
      <Panel id="agent" minSize={160}>
        <Agent />
      </Panel>
    </Group>
  );
}
