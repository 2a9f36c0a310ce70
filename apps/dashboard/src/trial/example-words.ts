import { cpmColumn, cpmText } from '../figure/money.ts';
import type { Example, ExampleWinner } from './report.ts';

/** Who wins an example before and after, and what the seller gets: `Bluefin; the seller gets 2.10 → 1.80 CPM`. */
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

/** CPM; null where the report does not tell it. */
function gotWords(current: ExampleWinner | null, draft: ExampleWinner | null): string | null {
  const [before, after] = [current, draft].map((winner) => (winner === null ? 'nothing' : winner.netToSeller));
  if (before === null || after === null || before === undefined || after === undefined) return null;
  if (before === 'nothing') return after === 'nothing' ? null : `nothing → ${cpmColumn(after)} CPM`;
  if (after === 'nothing') return `${cpmColumn(before)} CPM → nothing`;
  if (before === after) return `${cpmColumn(after)} CPM`;
  // More decimals only where two do not tell the prices apart.
  const show = cpmColumn(before) === cpmColumn(after) ? cpmText : cpmColumn;
  return `${show(before)} → ${show(after)} CPM`;
}
