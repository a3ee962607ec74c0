/**
 * Whether the sum of several reward functions is what a trainer learnt from. However TRL scales advantages (by group, by batch, not at
 * all), within a group they are a multiple of how far each reward is above the group's mean; so are they under RLOO.
 */

/** Rows of a group beyond these are not looked at. */
const MOST_ROWS = 4096;
/** Relative; TRL computes in 32 bits. */
const TOLERANCE = 1e-3;

export class SumCheck {
  private group = '';
  private rows: { readonly sum: number; readonly advantage: number }[] = [];
  private confirmed = 0;
  private refuted = 0;

  /** A row's group, its summed reward and its advantage; rows of one group stand one after another. */
  take(group: string, sum: number | null, advantage: number | null): void {
    if (group !== this.group) this.close();
    this.group = group;
    if (sum !== null && advantage !== null && this.rows.length < MOST_ROWS) this.rows.push({ sum, advantage });
  }

  /** True where some group bears the sum out and none speaks against it. */
  bornOut(): boolean {
    this.close();
    return this.confirmed > 0 && this.refuted === 0;
  }

  private close(): void {
    const { rows } = this;
    this.rows = [];
    const mean = rows.reduce((sum, row) => sum + row.sum, 0) / rows.length;
    const above = rows.map((row) => row.sum - mean);
    const largest = Math.max(0, ...rows.map(({ advantage }) => Math.abs(advantage)));
    const spread = above.reduce((sum, by) => sum + by * by, 0);
    // A group of equal rewards has no advantages whatever the weights are, and tells nothing; with advantages its sum is not the reward.
    if (spread <= 1e-12) {
      if (largest > TOLERANCE) this.refuted += 1;
      return;
    }
    const multiple = rows.reduce((sum, { advantage }, index) => sum + advantage * (above[index] ?? 0), 0) / spread;
    const fits =
      multiple > 0 && rows.every(({ advantage }, index) => Math.abs(advantage - multiple * (above[index] ?? 0)) <= TOLERANCE * largest);
    if (fits) this.confirmed += 1;
    else this.refuted += 1;
  }
}
