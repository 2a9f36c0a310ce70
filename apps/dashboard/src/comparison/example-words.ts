import { cpmColumn, cpmIn, cpmText } from '../figure/money.ts';
import type { Example, ExampleWinner } from './report.ts';

/** The winners of an example before and after, and the seller's net: `Bluefin; the seller gets 2.10 → 1.80 EUR CPM`. */
export function exampleWords({ current, draft }: Example, nameOf: (buyerId: number) => string): string {
  const [before, after] = [current, draft].map((winner) => winnerName(winner, nameOf));
  const isSame = current !== null && draft !== null && current.memberId === draft.memberId && current.memberId !== null;
  const who = isSame ? before! : `${before} → ${after}`;
  const got = gotWords(current, draft);
  return got === null ? who : `${who}; the seller gets ${got}`;
}

function winnerName(winner: ExampleWinner | null, nameOf: (buyerId: number) => string): string {
  if (winner === null) return 'unsold';
  return winner.memberId === null ? 'an unknown buyer' : nameOf(winner.memberId);
}

/** The seller's net, CPM; null: unsold in both cases. */
function gotWords(current: ExampleWinner | null, draft: ExampleWinner | null): string | null {
  if (current === null) return draft === null ? null : `nothing → ${cpmColumn(draft.netToSeller)} ${cpmIn()}`;
  if (draft === null) return `${cpmColumn(current.netToSeller)} ${cpmIn()} → nothing`;
  const [before, after] = [current.netToSeller, draft.netToSeller];
  if (before === after) return `${cpmColumn(after)} ${cpmIn()}`;
  // More decimals only where two do not tell the prices apart.
  const show = cpmColumn(before) === cpmColumn(after) ? cpmText : cpmColumn;
  return `${show(before)} → ${show(after)} ${cpmIn()}`;
}
