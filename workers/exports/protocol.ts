/** The contract between the page and the worker that writes an export: neither a base nor the zip is in memory whole. */
import type { Outcome } from '../../src/core/faults.ts';
import type { BaseUse, ToldBase } from '../../src/core/formats/exports/exportedBase.ts';
import type { GivenFiles } from '../../src/core/formats/files.ts';

export interface ExportsApi {
  /**
   * A zip of the bases of a run and of what `rest` gives, told what there is to say of them: bytes, or files that are read where they lie. It
   * leaves in parts, each taken before the next is made. Answers its bytes.
   */
  zip(
    bases: Readonly<Record<string, GivenFiles>>,
    use: BaseUse,
    rest: (told: Readonly<Record<string, ToldBase>>) => GivenFiles | Promise<GivenFiles>,
    take: (part: Uint8Array<ArrayBuffer>) => void | Promise<void>,
  ): Promise<Outcome<number>>;
}
