/** What `place:` links in a lesson's words lead to: `place:inspect`, `place:inspect/shares`, `place:training/engine`. */
import { INSPECT_VIEWS, PLACES, TRAINING_TABS, type InspectView, type Place, type TrainingTab } from '../../state/address/places.ts';

export interface PlaceLink {
  readonly place: Place;
  readonly tab?: TrainingTab;
  readonly view?: InspectView;
}

/** What comes after `place:`; null where there is no such place. */
export function parsePlaceLink(link: string): PlaceLink | null {
  const [name, part, ...rest] = link.split('/');
  const place = PLACES.find((known) => known === name);
  if (!place || rest.length > 0) return null;
  if (part === undefined) return { place };
  const tab = place === 'training' ? TRAINING_TABS.find((known) => known === part) : undefined;
  const view = place === 'inspect' ? INSPECT_VIEWS.find((known) => known === part) : undefined;
  if (tab) return { place, tab };
  return view ? { place, view } : null;
}
