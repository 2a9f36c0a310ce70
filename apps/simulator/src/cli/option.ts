import { InvalidArgumentError } from 'commander';
import { parseFee } from '@auction-tiers/tier-engine';

// How options that several commands have are read. Each throws commander's error, which says what is allowed.

/** Enough for any phrase: only its hash is used. */
export const longestSeed = 48;

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : -1;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Allowed is a whole number from ${least} to ${most}.`);
  };
}

/** The id of an object of a service. */
export const id = wholeNumber(1, Number.MAX_SAFE_INTEGER);

export function seedText(text: string): string {
  if (text.length >= 1 && text.length <= longestSeed) return text;
  throw new InvalidArgumentError(`Allowed is a text of 1 to ${longestSeed} characters.`);
}

/** A fee in per cent, as parts per million. */
export function feePpm(text: string): number {
  const fee = parseFee(text);
  if (fee.ok) return fee.feePpm;
  throw new InvalidArgumentError(fee.problem);
}
