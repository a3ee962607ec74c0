/** Rates, times and large counts as people read them. */
import { text } from '../../../words/words.ts';

const { duration } = text.engine;

/** Two or three significant digits: a rate is never steadier than that. */
export function formatRate(rate: number): string {
  return rate >= 100 ? Math.round(rate).toLocaleString('en') : rate.toPrecision(2);
}

/** A time in the unit that keeps it short. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return duration.seconds(seconds < 10 ? seconds.toPrecision(2) : seconds.toFixed(0));
  const minutes = seconds / 60;
  return minutes < 90 ? duration.minutes(minutes.toFixed(minutes < 10 ? 1 : 0)) : duration.hours((minutes / 60).toFixed(1));
}

const POWERS = ['', ' k', ' M', ' G', ' T', ' P'];

/** A count with three significant digits and the power of a thousand, such as `1.46 G`. */
export function formatLarge(count: number): string {
  if (count < 1000) return String(Math.round(count));
  // Rounded first: 999 999 is a million.
  const rounded = Number(count.toPrecision(3));
  const power = Math.min(Math.floor(Math.log10(rounded) / 3 + 1e-9), POWERS.length - 1);
  return `${(rounded / 1000 ** power).toPrecision(3)}${POWERS[power]}`;
}
