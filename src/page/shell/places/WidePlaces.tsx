/**
 * The place at hand in a wide window. Three places share one frame of resizable panels, in which charts and episodes stay
 * as they are while the left side changes; reading, runs and learning take the whole width.
 */
import { useDeferredValue } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useCursor, type Place } from '../../state/address/cursor.ts';
import { isHidden, useTeacherView } from '../../state/projects/teach.ts';
import { text } from '../../../words/words.ts';
import { Agent, Canvas, Charts, Environment, Episodes, Training } from './Frame.tsx';
import { isWhole, WholePlace } from './WholePlace.tsx';
import { useSplit } from '../../kit/layout/useSplit.ts';

type Worked = Exclude<Place, 'inspect' | 'runs' | 'learn'>;

export function WidePlaces() {
  const chosen = useCursor((state) => state.place);
  // A whole place is drawn in slices; the rail, and whatever else led there, answers at once. During a run slices are begun anew with each
  // update, for seconds, which is worth it for the largest places alone.
  const calm = useDeferredValue(chosen);
  const place = isWhole(chosen) ? calm : chosen;
  return isWhole(place) ? <WholePlace place={place} /> : <Workbench place={place} />;
}

/** Share of the width that the left side has at first, percent. */
const LEFT = { team: 42, environment: 54, training: 42 } as const;

/** Which panels a place has: those of its own that the lesson, if there is one, does not do without. */
function usePanels(place: Worked): { readonly edit: boolean; readonly charts: boolean; readonly episodes: boolean } {
  const view = useTeacherView();
  return {
    edit: !(place === 'team' && isHidden(view, 'canvas') && isHidden(view, 'agent')),
    charts: !isHidden(view, 'charts'),
    episodes: !isHidden(view, 'episodes'),
  };
}

function Workbench({ place }: { readonly place: Worked }) {
  const { edit, charts, episodes } = usePanels(place);
  const run = charts || episodes;
  const left = LEFT[place];
  const columns = useSplit(
    `${place}.columns`,
    edit && run ? { edit: left, 'run-side': 100 - left } : edit ? { edit: 100 } : { 'run-side': 100 },
  );
  const rows = useSplit(`${place}.right`, charts && episodes ? { charts: 44, episodes: 56 } : charts ? { charts: 100 } : { episodes: 100 });
  return (
    <Group orientation="horizontal" {...columns}>
      {edit && (
        <Panel key="edit" id="edit" minSize={360}>
          {place === 'team' && <TeamSide />}
          {place === 'environment' && <Environment />}
          {place === 'training' && <Training />}
        </Panel>
      )}
      {edit && run && <Separator key="between" className="separator" aria-label={text.shell.resizeColumns} />}
      {run && (
        <Panel key="run" id="run-side" minSize={420}>
          <Group orientation="vertical" {...rows}>
            {charts && (
              <Panel key="charts" id="charts" minSize={160}>
                <Charts />
              </Panel>
            )}
            {charts && episodes && <Separator key="between" className="separator" aria-label={text.shell.resizeRight} />}
            {episodes && (
              <Panel key="episodes" id="episodes" minSize={160}>
                <Episodes />
              </Panel>
            )}
          </Group>
        </Panel>
      )}
    </Group>
  );
}

function TeamSide() {
  const view = useTeacherView();
  const [team, agent] = [!isHidden(view, 'canvas'), !isHidden(view, 'agent')];
  const rows = useSplit('team.left', team && agent ? { team: 42, agent: 58 } : team ? { team: 100 } : { agent: 100 });
  return (
    <Group orientation="vertical" {...rows}>
      {team && (
        <Panel id="team" minSize={160}>
          <Canvas />
        </Panel>
      )}
      {team && agent && <Separator className="separator" aria-label={text.shell.resizeLeft} />}
      {agent && (
        <Panel id="agent" minSize={160}>
          <Agent />
        </Panel>
      )}
    </Group>
  );
}
