/** Chooses whose adapters speak: those of one checkpoint, or of the one that `automatic` says. */
import { Select } from '@mantine/core';
import { labEn } from '../text/en.lab.ts';

interface Props<Automatic extends string> {
  readonly versions: readonly number[];
  readonly automatic: { readonly value: Automatic; readonly label: string };
  readonly value: number | Automatic;
  readonly onChange: (value: number | Automatic) => void;
}

export function VersionSelect<Automatic extends string>({ versions, automatic, value, onChange }: Props<Automatic>) {
  const data = [automatic, ...versions.toReversed().map((version) => ({ value: String(version), label: labEn.team(version) }))];
  return (
    <Select
      w={290}
      label={labEn.version}
      title={labEn.versionHelp}
      data={data}
      value={typeof value === 'number' && versions.includes(value) ? String(value) : automatic.value}
      onChange={(chosen) => onChange(chosen === automatic.value || chosen === null ? automatic.value : Number(chosen))}
    />
  );
}
