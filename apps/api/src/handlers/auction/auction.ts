import { randomUUID } from 'node:crypto';
import {
  type AuctionAnswer,
  AuctionBody,
  type BatchAnswer,
  type BatchError,
  type CallContext,
  errorCatalogue,
  type ExplainedAuction,
  type Handlers,
  invalid,
  type OpenRtbAnswer,
  type OpenRtbBody,
  ServiceError,
  toAuctionAnswer,
  toAuctionRequest,
  toExplainedAuction,
  toServiceError,
} from '@auction-tiers/contract';
import { findCountryByCode } from '@auction-tiers/dma-data';
import { type Directory, toAnswerStrayBid, toAuctions, toOpenRtbAnswer } from '@auction-tiers/openrtb';
import { type AuctionResult, explainAuction } from '@auction-tiers/tier-engine';
import type { BuyerNames } from '../../mirror/directory.ts';
import { breathe, forEachBreathing } from '../../loop/breathe.ts';
import type { Deps } from '../request/deps.ts';
import {
  AuctionWork,
  type BatchItem,
  createPrepareParsed,
  Decider,
  isPrepared,
  type Prepared,
  type PrepareParsed,
  resolveYmProfile,
} from './prepared.ts';

/** Verdicts (bids times tiers) that one explanation may hold: it is for people, and has some 200 bytes of each. */
const maxVerdicts = 25_000;

/** Auctions are decided in memory: they wait for other requests only, and where their work is counted. */
export interface AuctionHandlers extends Readonly<Record<keyof Handlers['auction'], unknown>> {
  run(call: CallContext, body: AuctionBody): Promise<AuctionAnswer>;
  explain(call: CallContext, body: AuctionBody): Promise<ExplainedAuction>;
  /** Bodies are parsed one by one, so that an invalid one does not fail the others. */
  runMany(call: CallContext, batch: { readonly auctions: readonly unknown[] }): Promise<{ auctions: BatchAnswer[] }>;
  openrtb(call: CallContext, body: OpenRtbBody): Promise<OpenRtbAnswer>;
  readonly prepareParsed: PrepareParsed;
  /** `prepareParsed` for any value; throws for one that is no auction. */
  prepareBody(call: Pick<CallContext, 'caller'>, body: unknown): Prepared;
  readonly work: AuctionWork;
  readonly decider: Decider;
}

export function auctionHandlers(deps: Deps): AuctionHandlers {
  const work = new AuctionWork(deps.throttle);
  const decider = new Decider(deps);

  function prepare(call: Pick<CallContext, 'caller'>, body: AuctionBody): Prepared {
    const { feePpm, ...resolved } = resolveYmProfile(deps, call, body);
    const request = toAuctionRequest(body, { seed: randomUUID(), timeMs: Date.now(), feePpm });
    return { ...resolved, request, unit: body.unit ?? undefined, body: undefined };
  }
  const prepareBody = (call: Pick<CallContext, 'caller'>, body: unknown) => prepare(call, AuctionBody.parse(body));

  return {
    work,
    decider,
    prepareBody,
    async run(call, body) {
      const auction = prepare(call, body);
      await work.admit(call, [auction]);
      return toAnswer(auction, decider.decide(auction));
    },
    async explain(call, body) {
      const auction = prepare(call, body);
      const { tierSet, request, revision } = auction;
      const verdicts = tierSet.tiers.length * request.bids.length;
      if (verdicts > maxVerdicts) {
        const message = `explaining ${request.bids.length} bids against ${tierSet.tiers.length} tiers gives ${verdicts} verdicts, allowed: ${maxVerdicts}; send fewer bids`;
        throw new ServiceError('too_large', message);
      }
      await work.admit(call, [auction]);
      await breathe();
      const explanation = explainAuction(tierSet, request);
      await breathe();
      return { ...toExplainedAuction(explanation), revision };
    },
    async runMany(call, { auctions }) {
      const items: BatchItem[] = [];
      await forEachBreathing(auctions, (body) => items.push(orBatchError(() => prepareBody(call, body))));
      await work.admit(call, items.filter(isPrepared));
      const answers: BatchAnswer[] = [];
      await forEachBreathing(items, (item) =>
        answers.push(isPrepared(item) ? toAnswer(item, decider.decide(item)) : item),
      );
      return { auctions: answers };
    },
    openrtb: (call, body) => runOpenRtb(deps, { work, decider }, call, body),
    prepareParsed: createPrepareParsed(deps),
  };
}

const toAnswer = ({ revision }: Prepared, result: AuctionResult): AuctionAnswer => ({
  ...toAuctionAnswer(result),
  revision,
});

/** What a function gives, or the error that it throws as an answer of a batch. Throws an unexpected one again. */
export function orBatchError<T>(act: () => T): T | BatchError {
  try {
    return act();
  } catch (error) {
    return toBatchError(error);
  }
}

/** The error of an auction that could not be run, as its answer in a batch. Throws an unexpected one again. */
export function toBatchError(thrown: unknown): BatchError {
  const error = toServiceError(thrown);
  if (error.kind === 'unknown') throw thrown;
  const { errorId, errorCode } = errorCatalogue[error.kind];
  return { error: { error_id: errorId, error_code: errorCode, error: error.message, issues: error.issues } };
}

/** Runs the auctions of a bid request: one per impression. */
async function runOpenRtb(
  deps: Deps,
  { work, decider }: Pick<AuctionHandlers, 'work' | 'decider'>,
  call: CallContext,
  body: OpenRtbBody,
): Promise<OpenRtbAnswer> {
  const input = { bidRequest: body.bid_request, bidResponses: body.bid_responses };
  const { ym_profile_id, seats, seed, time } = body;
  const timeMs = typeof time === 'string' ? Date.parse(time) : Date.now();
  const defaults = { feePpm: 0, seed: seed ?? randomUUID(), timeMs };
  const directory = toDirectory(deps.buyerNames, seats ?? {});
  const mapped = toAuctions(input, directory, defaults);
  if (!mapped.ok) throw invalid(mapped.issues);
  const publisher_id = typeof ym_profile_id === 'number' ? undefined : mapped.publisherId;
  if (typeof ym_profile_id !== 'number' && publisher_id === undefined) {
    const message = 'is not given, and bid_request names no publisher by number: give one of them';
    throw invalid([{ path: 'ym_profile_id', message }]);
  }
  const { feePpm, ...resolved } = resolveYmProfile(deps, call, { ym_profile_id, publisher_id });
  for (const { path, message } of mapped.warnings) call.warn(`${path} ${message}`);
  const auctions = mapped.auctions.map((auction) => ({
    auction,
    prepared: { ...resolved, request: { ...auction.request, feePpm }, unit: auction.unit, body: undefined },
  }));
  await work.admit(
    call,
    auctions.map(({ prepared }) => prepared),
  );
  const answers: object[] = [];
  await forEachBreathing(auctions, ({ auction, prepared }) =>
    answers.push({ ...toOpenRtbAnswer(auction, decider.decide(prepared)), revision: prepared.revision }),
  );
  return { auctions: answers, stray_bids: mapped.strayBids.map(toAnswerStrayBid) };
}

/** A seat is mapped by the call, or is a buyer's id, or its name in the directory. */
function toDirectory(buyerNames: BuyerNames, seats: Readonly<Record<string, number>>): Directory {
  return {
    memberOfSeat: (seat) => {
      if (Object.hasOwn(seats, seat)) return seats[seat] ?? null;
      const id = /^[1-9]\d{0,15}$/.test(seat) ? Number(seat) : Number.NaN;
      return Number.isSafeInteger(id) ? id : buyerNames.find(seat);
    },
    countryFromAlpha3: (alpha3) => findCountryByCode(alpha3)?.code,
  };
}
