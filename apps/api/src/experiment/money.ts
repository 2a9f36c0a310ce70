import { parseMoney } from '@auction-tiers/tier-engine';

/** Money is earned by auctions, whose prices are those of a thousand. */
const perThousand = 1000n;

/** A money of a guard as a sum of CPM micros. */
export function maxLossMicros(maxLoss: string): bigint {
  const parsed = parseMoney(maxLoss);
  if (!parsed.ok) throw new TypeError(`a stored max_loss is unreadable: ${parsed.problem}`);
  return BigInt(parsed.micros) * perThousand;
}

/** A money of a guard with two decimals, or more where it has them. */
export const moneyText = (maxLoss: string): string => maxLoss.replace(/(\.\d\d)0+$/, '$1');

/** A sum of CPM micros as money, with two decimals. */
export const moneyOf = (cpmMicros: bigint): string => (Number(cpmMicros) / 1e9).toFixed(2);

/** Why an experiment pauses whose draft has lost so many CPM micros in sum. */
export const lossText = (lostMicros: bigint, maxLoss: string): string =>
  `the draft has lost ${moneyOf(lostMicros)}, allowed: ${moneyText(maxLoss)}`;
