/** A length of time as people say it: `40 s`, `12 min`, `3 h 20 min`. */
import { text } from '../text/text.ts';

const words = text.runs.time;

export function formatDuration(seconds: number): string {
  if (seconds < 90) return words.seconds(Math.max(1, Math.round(seconds)));
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return words.minutes(minutes);
  return words.hours(Math.floor(minutes / 60), 5 * Math.floor((minutes % 60) / 5));
}
