import { crc32 } from 'node:zlib';
import { type Decided, JsonSink, writeAnswer } from '@auction-tiers/auction-codec';
import { deciderKey } from '@auction-tiers/recorded';
import type { AuctionResult, TierSet } from '@auction-tiers/tier-engine';
import { decideAuction, Decision, toAuctionResult, formatEarned, formatMoney } from '@auction-tiers/tier-engine';
import { Failure } from '../cli/failure.ts';
import type { LoggedAuction } from '../log/auction/logged-auction.ts';
import { placeOf } from '../log/auction/logged-auction.ts';
import type { LogOrder } from '../log/log-reader.ts';
import { LogReader } from '../log/log-reader.ts';
import type { VerifyReport } from '../schema/verify-report.ts';
import { Tally } from '../tally/tally.ts';

const listed = 10;

/** Gives the tiers that decided an auction. Rejects with a `Failure` where they are not known any more. */
export type DecidingTierSet = (decided: Decided) => Promise<TierSet>;

/**
 * Decides every recorded auction of a log again, by the tiers that decided it, and compares the bytes of
 * the answers. Throws what reading the log throws.
 */
export async function verify(order: LogOrder, decidingTierSet: DecidingTierSet): Promise<VerifyReport> {
  const verification = new Verification();
  for await (const batch of new LogReader(order)) {
    for (const auction of batch) {
      const { decided } = auction;
      if (decided === undefined) verification.skip();
      else verification.add(auction, await verification.tierSet(decided, decidingTierSet));
    }
  }
  return verification.report();
}

class Verification {
  readonly #sink = new JsonSink();
  readonly #decision = new Decision();
  readonly #tally = new Tally();
  readonly #found = new Map<string, TierSet | Failure>();
  readonly #differences: string[] = [];
  readonly #problems: string[] = [];
  #different = 0;
  #unknown = 0;
  #unrecorded = 0;

  /** The tiers that decided, or why there are none. */
  async tierSet(decided: Decided, decidingTierSet: DecidingTierSet): Promise<TierSet | Failure> {
    const key = deciderKey(decided);
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = await decidingTierSet(decided).catch((error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    });
    this.#found.set(key, found);
    if (found instanceof Failure && this.#problems.length < listed) this.#problems.push(found.message);
    return found;
  }

  /** Counts a line of another log, which has no decision. */
  skip(): void {
    this.#unrecorded++;
  }

  add(auction: LoggedAuction, tierSet: TierSet | Failure): void {
    const { request, decided } = auction;
    if (decided === undefined) throw new TypeError('Only a recorded auction can be verified.');
    if (tierSet instanceof Failure) {
      this.#unknown++;
      return;
    }
    decideAuction(tierSet, request, this.#decision);
    const result = toAuctionResult(tierSet, request, this.#decision);
    this.#tally.add(request, result);
    const end = writeAnswer(this.#sink, 0, tierSet, request, this.#decision, decided.revision);
    if (crc32(this.#sink.bytes.subarray(0, end)) === decided.answerCrc32) return;
    this.#different++;
    if (this.#differences.length < listed) this.#differences.push(describe(auction, result));
  }

  report(): VerifyReport {
    const { auctions, revenue, forgoneMicros, outcomes } = this.#tally.totals();
    return {
      decided_again: auctions,
      different: this.#different,
      differences: this.#differences,
      unknown_revisions: this.#unknown,
      problems: this.#problems,
      unrecorded: this.#unrecorded,
      revisions: this.#found.size,
      sold: revenue.wins,
      gross_paid: formatEarned(revenue.grossMicros),
      net_to_seller: formatEarned(revenue.netMicros),
      forgone: formatEarned(forgoneMicros),
      outcomes: Object.fromEntries(
        Object.entries(outcomes).map(([outcome, { bids }]) => [outcome, bids]),
      ) as VerifyReport['outcomes'],
    };
  }
}

/** Where the line is, what it says and what was found. */
function describe(auction: LoggedAuction, { winner }: AuctionResult): string {
  const { decided, request } = auction;
  const then = sold(decided?.winner, decided?.clearingMicros);
  const now = sold(winner?.bidId, winner?.clearingMicros);
  const what = then === now ? `${now}, but another bid is judged otherwise` : `${then} in the record, ${now} now`;
  return `${placeOf(auction)} (seed ${JSON.stringify(request.seed)}, revision ${decided?.revision}): ${what}`;
}

function sold(bidId: string | null | undefined, micros = 0): string {
  if (bidId === null || bidId === undefined) return 'no bid wins';
  return `bid ${JSON.stringify(bidId)} wins at ${formatMoney(micros)}`;
}
