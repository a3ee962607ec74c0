/** A number as notices say it, to two digits. */
export const twoDigits = (value: number): number => Number(value.toPrecision(2));
