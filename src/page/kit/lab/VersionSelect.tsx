/** Chooses whose adapters speak: those that one iteration left, or what `automatic` says instead. Of many, one is found by its number. */
import { Select } from '@mantine/core';
import type { TeamNames } from './teamNames.ts';
import { labText } from '../../../words/words.ts';

/** Most versions listed at once: adapters are kept for every iteration. */
const LISTED = 60;

interface Props<Automatic extends string> {
  /** Ascending. */
  readonly versions: readonly number[];
  readonly automatic?: { readonly value: Automatic; readonly label: string };
  /** Null where none can be. */
  readonly value: number | Automatic | null;
  readonly label?: string;
  readonly names?: Pick<TeamNames, 'team'>;
  readonly onChange: (value: number | Automatic) => void;
}

export function VersionSelect<Automatic extends string>({
  versions,
  automatic,
  value,
  label = labText.version,
  names = labText,
  onChange,
}: Props<Automatic>) {
  const known = typeof value === 'number' ? versions.includes(value) : value !== null;
  return (
    <Select
      w={320}
      label={label}
      title={labText.versionHelp}
      allowDeselect={false}
      searchable={versions.length > LISTED}
      limit={LISTED}
      nothingFoundMessage={labText.noVersion}
      data={[
        ...(automatic ? [automatic] : []),
        ...versions.toReversed().map((version) => ({ value: String(version), label: names.team(version) })),
      ]}
      value={known ? String(value) : (automatic?.value ?? null)}
      onChange={(chosen) => {
        if (chosen !== null) onChange(automatic && chosen === automatic.value ? automatic.value : Number(chosen));
      }}
    />
  );
}
