/**
 * What this machine can do with a model, said before it is fetched: the memory that an iteration of the document at hand would take
 * with its team on it, by the form of its weights, against what the machine offers; and minutes by a run that was measured here.
 */
import type { Judged } from '../../../../../workers/trainer/protocol.ts';
import { MOST_IN_PAGE } from '../../../../core/formats/models/hub/keptHub.ts';
import { WEIGHT_FORMS, type WeightForm } from '../../../../core/weights/packed.ts';
import { COMMA, hubText } from '../../../../words/words.ts';
import { formatDuration } from '../../../kit/figures/figures.ts';
import { formatBytes } from '../../../kit/figures/format.ts';
import type { ExpectedTime } from '../../../state/engine/engine.ts';

export interface Judgement {
  /** False where fetching it would be in vain. */
  readonly fits: boolean;
  readonly text: string;
}

/** What the WebAssembly memories over which layers may lie can have together; bytes. */
const WASM_MEMORIES = 8 * 2 ** 32;
/** Hints of a device's memory from here on mean “this or more”. */
const LARGEST_HINT_GIB = 8;

/** What a machine offers; `deviceBytes` where the browser says it, rounded. */
export interface Machine {
  readonly deviceBytes: number | null;
}

export const thisMachine = (): Machine => {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  return { deviceBytes: deviceMemory === undefined || deviceMemory >= LARGEST_HINT_GIB ? null : deviceMemory * 2 ** 30 };
};

/** The forms that fit, in `WEIGHT_FORMS`' order. */
const fittingForms = ({ memory, memories }: Judged, { deviceBytes }: Machine): readonly WeightForm[] =>
  WEIGHT_FORMS.filter((form) => memories[form] !== null && memory[form] <= (deviceBytes ?? Number.POSITIVE_INFINITY));

/** Null where nothing is known; `judged` is null while it is being computed or cannot be told. */
export function judgementOf(
  { bytes }: { readonly bytes: number },
  judged: Judged | null,
  time: ExpectedTime | null,
  machine: Machine = thisMachine(),
): Judgement | null {
  if (bytes > MOST_IN_PAGE.all) return { fits: false, text: hubText.tooLarge(formatBytes(MOST_IN_PAGE.all)) };
  if (!judged) return null;
  const forms = fittingForms(judged, machine);
  const offered = Math.min(machine.deviceBytes ?? Number.POSITIVE_INFINITY, WASM_MEMORIES);
  if (forms.length === 0) {
    const least = Math.min(...WEIGHT_FORMS.map((form) => judged.memory[form]));
    return { fits: false, text: hubText.noForm(formatBytes(least), formatBytes(offered)) };
  }
  const said = (form: WeightForm) => hubText.form(form, formatBytes(judged.memory[form]), judged.memories[form] ?? 1);
  const takes = (['bf16', 'q8', 'q4'] as const).filter((form) => forms.includes(form)).map(said);
  const whole = forms.includes('f32') ? said('f32') : hubText.notIn('f32');
  const pace = time ? hubText.pace(formatDuration(time.seconds), hubText.millions(time.measuredOn)) : hubText.paceUnknown;
  return { fits: true, text: hubText.judged([...takes, whole].join(COMMA), pace) };
}
