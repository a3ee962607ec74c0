/** The six places of the page as a rail at the left, or as a strip where the window is narrow. */
import { Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconCode,
  IconListDetails,
  IconMessages,
  IconSchool,
  IconTopologyStar3,
  type Icon,
} from '@tabler/icons-react';
import { PLACES, useCursor, type Place } from '../state/address/cursor.ts';
import { useTeacherView } from '../state/projects/teach.ts';
import { text } from '../../words/words.ts';
import styles from './shell.module.css';

const ICONS: Readonly<Record<Place, Icon>> = {
  team: IconTopologyStar3,
  environment: IconCode,
  training: IconAdjustmentsHorizontal,
  inspect: IconMessages,
  runs: IconListDetails,
  learn: IconSchool,
};

export function Rail({ strip }: { readonly strip: boolean }) {
  const current = useCursor((state) => state.place);
  const move = useCursor((state) => state.move);
  const view = useTeacherView();
  return (
    <nav className={strip ? styles.strip : styles.rail} aria-label={text.shell.places}>
      {PLACES.map((place, index) => {
        const PlaceIcon = ICONS[place];
        const { name, help } = text.shell.place[place];
        if (view && !view.places.includes(place)) return null;
        return (
          <Tooltip
            key={place}
            label={`${help} (Alt+${index + 1})`}
            position={strip ? 'bottom' : 'right'}
            openDelay={700}
            disabled={place === current}
          >
            <UnstyledButton
              className={styles.place}
              data-stage={`place:${place}`}
              aria-current={place === current ? 'page' : undefined}
              onClick={() => move({ place })}
            >
              <PlaceIcon size={20} stroke={1.75} aria-hidden />
              <span>{name}</span>
            </UnstyledButton>
          </Tooltip>
        );
      })}
    </nav>
  );
}
