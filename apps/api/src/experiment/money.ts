import { english } from '@auction-tiers/figure';

/** Prices are per thousand auctions (CPM). */
const perThousand = 1000n;

/** A guard's amount of money as a sum of CPM micros. */
export function maxLossMicros(maxLoss: string): bigint {
  const [whole = '', fraction = ''] = maxLoss.split('.');
  return BigInt(whole + fraction.padEnd(6, '0')) * perThousand;
}

/** A sum of CPM micros as money, with two decimals. */
export const moneyOf = (cpmMicros: bigint): string => english.decimal(Number(cpmMicros) / 1e9, 2);

/** The reason of a pause after the draft has lost a sum of CPM micros. */
export const lossText = (lostMicros: bigint, maxLoss: string): string =>
  `the draft has lost ${moneyOf(lostMicros)}, allowed: ${english.price(Number(maxLoss))}`;
