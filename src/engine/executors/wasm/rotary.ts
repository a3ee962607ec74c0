/** Tables of cos and sin of position × frequency, [positions, headDim / 2], made once per model and grown by doubling. */
import type { Block, Heap } from './memory/heap.ts';

interface Table {
  positions: number;
  cosines: Block;
  sines: Block;
}

const FIRST_POSITIONS = 256;

export class RotaryTables {
  readonly #tables = new Map<string, Table>();

  constructor(readonly heap: Heap) {}

  /** Blocks and bytes held. They are constants of the executor, not data of anyone's run. */
  get usage(): { readonly blocks: number; readonly bytes: number } {
    const blocks = [...this.#tables.values()].flatMap(({ cosines, sines }) => [cosines, sines]);
    return { blocks: blocks.length, bytes: blocks.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  /** Addresses of tables that reach `largest`. */
  addresses(frequencies: readonly number[], largest: number): { cosines: number; sines: number } {
    const key = frequencies.join(' ');
    let table = this.#tables.get(key);
    if (!table || table.positions <= largest) {
      if (table) this.#release(table);
      table = this.#make(frequencies, largest);
      this.#tables.set(key, table);
    }
    return { cosines: table.cosines.address, sines: table.sines.address };
  }

  dispose(): void {
    for (const table of this.#tables.values()) this.#release(table);
    this.#tables.clear();
  }

  #make(frequencies: readonly number[], largest: number): Table {
    let positions = FIRST_POSITIONS;
    while (positions <= largest) positions *= 2;
    const half = frequencies.length;
    const count = positions * half;
    const table = { positions, cosines: this.heap.allocate(4 * count), sines: this.heap.allocate(4 * count) };
    const cosines = this.heap.floats(table.cosines.address, count);
    const sines = this.heap.floats(table.sines.address, count);
    for (let position = 0; position < positions; position += 1) {
      frequencies.forEach((frequency, i) => {
        cosines[position * half + i] = Math.cos(position * frequency);
        sines[position * half + i] = Math.sin(position * frequency);
      });
    }
    return table;
  }

  #release(table: Table): void {
    this.heap.release(table.cosines);
    this.heap.release(table.sines);
  }
}
