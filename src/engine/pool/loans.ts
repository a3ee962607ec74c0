/**
 * What the engine lends to its lanes: frozen parameters, of which each form lies once in the memory of the lanes, made by the
 * first of them that asks for it. The numbers stay where they came from until then; the engine's own thread never holds the
 * memory, which so is given back when the lanes end, and not when somebody gets round to collecting it.
 */
import { isPacked } from '../../core/weights/packed.ts';
import type { Parameter } from '../contracts/executor.ts';
import type { Block } from '../executors/wasm/memory/heap.ts';
import type { LentForm, Loan, Wish } from '../executors/wasm/lending.ts';
import type { LaneConnection } from './connection.ts';

/** A form that was made, and who counts it; null where that failed. */
type Made = { readonly place: Block; readonly maker: LaneConnection } | null;

export class Loans {
  /** By name, what the lanes call it now. */
  readonly #keys = new Map<string, string>();
  readonly #lent = new Map<string, { readonly parameter: Parameter; readonly forms: Map<LentForm, Promise<Made>> }>();
  #count = 0;

  /** Lends `parameter` under `name`, which must be free. A key is new each time: lanes may still read what had the name before. */
  lend(name: string, parameter: Parameter): readonly [string, Loan] {
    this.#count += 1;
    const key = `${this.#count} ${name}`;
    this.#keys.set(name, key);
    this.#lent.set(key, { parameter, forms: new Map() });
    return [name, { key, form: isPacked(parameter) ? parameter.form : null }];
  }

  /**
   * Has `lane` know the places of what it wishes for; where none has made one yet, it does so itself. One after the other, so that
   * the copies under way are few.
   */
  async grant(lane: LaneConnection, wishes: readonly Wish[]): Promise<void> {
    for (const wish of wishes) await this.#grant(lane, wish);
  }

  /** Frees what was lent under `names` when `told` says that every lane has let go of it. */
  async end(names: readonly string[], told: () => readonly Promise<void>[]): Promise<void> {
    const keys = names.flatMap((name) => this.#keys.get(name) ?? []);
    for (const name of names) this.#keys.delete(name);
    await Promise.all(told());
    for (const key of keys) {
      const made = await Promise.all([...(this.#lent.get(key)?.forms.values() ?? [])]);
      this.#lent.delete(key);
      for (const form of made) if (form) void form.maker.tell('freeForm', form.place);
    }
  }

  async #grant(lane: LaneConnection, { key, form }: Wish): Promise<void> {
    for (;;) {
      const lent = this.#lent.get(key);
      if (!lent) return void lane.tell('learnForm', { key, form, place: null });
      const before = lent.forms.get(form);
      const made = before && (await before);
      if (made) return void lane.tell('learnForm', { key, form, place: made.place });
      if (lent.forms.get(form) !== before) continue; // another lane is at it by now
      const making = this.#make(lane, { key, form }, lent);
      lent.forms.set(form, making);
      return void (await making);
    }
  }

  /** A lane that fails at it fails in what it needs it for; the others may try. */
  async #make(
    lane: LaneConnection,
    { key, form }: Wish,
    { parameter, forms }: { readonly parameter: Parameter; readonly forms: ReadonlyMap<LentForm, Promise<Made>> },
  ): Promise<Made> {
    try {
      const stored = await forms.get('stored');
      if (stored)
        return { place: await lane.call('makeForm', { key, form }, { shape: parameter.shape, place: stored.place }), maker: lane };
      // A copy that goes over itself: cloning would copy twice, and all of the buffer of which this may be a part.
      const copy = isPacked(parameter) ? { ...parameter, bytes: parameter.bytes.slice() } : { ...parameter, data: parameter.data.slice() };
      const { buffer } = 'bytes' in copy ? copy.bytes : copy.data;
      return { place: await lane.hand([buffer], 'makeForm', { key, form }, copy), maker: lane };
    } catch {
      return null;
    }
  }
}
