/** What `place:` links in a lesson's words lead to: `place:inspect`, `place:inspect/shares`, `place:training/engine`, `place:learn/challenges`. */
import { LEARN_PARTS, type LearnTab } from '../../state/address/learnStore.ts';
import { INSPECT_VIEWS, PLACES, TRAINING_TABS, type InspectView, type Place, type TrainingTab } from '../../state/address/places.ts';

export interface PlaceLink {
  readonly place: Place;
  readonly tab?: TrainingTab;
  readonly view?: InspectView;
  /** Of Learn. */
  readonly part?: LearnTab;
}

/** What comes after `place:`; null where there is no such place. */
export function parsePlaceLink(link: string): PlaceLink | null {
  const [name, part, ...rest] = link.split('/');
  const place = PLACES.find((known) => known === name);
  if (!place || rest.length > 0) return null;
  if (part === undefined) return { place };
  const tab = place === 'training' ? TRAINING_TABS.find((known) => known === part) : undefined;
  const view = place === 'inspect' ? INSPECT_VIEWS.find((known) => known === part) : undefined;
  const own = place === 'learn' ? LEARN_PARTS.find((known) => known === part) : undefined;
  if (tab) return { place, tab };
  if (own) return { place, part: own };
  return view ? { place, view } : null;
}
