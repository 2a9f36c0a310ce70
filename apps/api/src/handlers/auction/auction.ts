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
  toExplainedInSteps,
  toServiceError,
} from '@auction-tiers/contract';
import { findCountryByCode } from '@auction-tiers/dma-data';
import {
  type Directory,
  type OpenRtbAuction,
  type StrayBid,
  toAnswerStrayBid,
  toAuctionsInSteps,
  toOpenRtbAnswer,
} from '@auction-tiers/openrtb';
import { type AuctionResult, explainInSteps } from '@auction-tiers/tier-engine';
import type { BuyerNames } from '../../mirror/directory.ts';
import { OneByOne } from '../../slice/one-by-one.ts';
import { inSlices, inSlicesIfLong } from '../../slice/slice.ts';
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

/** Verdicts (bids times tiers) that one explanation may hold; it is for people, and each verdict is an object. */
const maxVerdicts = 200_000;
/** An explanation of more takes its turn; one of so many has about 1 MB. */
const verdictsAtOnce = 5000;

/** Auctions are decided in memory: they wait for other requests only, and where their work is counted. */
export interface AuctionHandlers extends Readonly<Record<keyof Handlers['auction'], unknown>> {
  run(call: CallContext, body: AuctionBody): AuctionAnswer | Promise<AuctionAnswer>;
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
  const largeExplanations = new OneByOne();

  function prepare(call: Pick<CallContext, 'caller'>, body: AuctionBody): Prepared {
    const { feePpm, ...resolved } = resolveYmProfile(deps, call, body);
    const request = toAuctionRequest(body, { seed: randomUUID(), timeMs: Date.now(), feePpm });
    return { ...resolved, request, unit: body.unit ?? undefined, body: undefined };
  }
  const prepareBody = (call: Pick<CallContext, 'caller'>, body: unknown) => prepare(call, AuctionBody.parse(body));

  async function runLater(call: CallContext, auction: Prepared): Promise<AuctionAnswer> {
    await work.admit(call, [auction]);
    return toAnswer(auction, await inSlices(decider.decideInSteps(auction)));
  }

  return {
    work,
    decider,
    prepareBody,
    run(call, body) {
      const auction = prepare(call, body);
      return work.isLight(auction) ? toAnswer(auction, decider.decide(auction)) : runLater(call, auction);
    },
    async explain(call, body) {
      const auction = prepare(call, body);
      const { tierSet, request, revision } = auction;
      const verdicts = tierSet.tiers.length * request.bids.length;
      if (verdicts > maxVerdicts) {
        const message = `explaining ${request.bids.length} bids against ${tierSet.tiers.length} tiers gives ${verdicts} verdicts, allowed: ${maxVerdicts}; send fewer bids`;
        throw new ServiceError('too_large', message);
      }
      const explain = async () => {
        await work.admit(call, [auction]);
        const explanation = await inSlices(explainInSteps(tierSet, request));
        return { ...(await inSlices(toExplainedInSteps(explanation))), revision };
      };
      return verdicts <= verdictsAtOnce ? explain() : largeExplanations.run(unlessGone(call, explain), call.client);
    },
    async runMany(call, { auctions }) {
      const items = await inSlices(prepareEach(auctions, (body) => prepareBody(call, body)));
      await work.admit(call, items.filter(isPrepared));
      return { auctions: await inSlices(answerEach(decider, items)) };
    },
    openrtb: (call, body) => runOpenRtb(deps, { work, decider }, call, body),
    prepareParsed: createPrepareParsed(deps),
  };
}

/** Spares the work where nobody reads its result any more once its turn has come. */
const unlessGone =
  <T>({ client }: Pick<CallContext, 'client'>, work: () => Promise<T>) =>
  async (): Promise<T> => {
    if (client?.isGone() !== true) return work();
    throw new ServiceError('rate_exceeded', 'the client disconnected before it was the turn of its explanation');
  };

const toAnswer = ({ revision }: Prepared, result: AuctionResult): AuctionAnswer => ({
  ...toAuctionAnswer(result),
  revision,
});

function* prepareEach(
  bodies: readonly unknown[],
  prepare: (body: unknown) => Prepared,
): Generator<undefined, BatchItem[], undefined> {
  const items: BatchItem[] = [];
  for (const body of bodies) {
    items.push(orBatchError(() => prepare(body)));
    yield;
  }
  return items;
}

function* answerEach(decider: Decider, items: readonly BatchItem[]): Generator<undefined, BatchAnswer[], undefined> {
  const answers: BatchAnswer[] = [];
  for (const item of items) {
    answers.push(isPrepared(item) ? toAnswer(item, yield* decider.decideInSteps(item)) : item);
    yield;
  }
  return answers;
}

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
  const mapped = await inSlicesIfLong(toAuctionsInSteps(input, directory, defaults));
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
  return inSlices(answerRequest(decider, auctions, mapped.strayBids));
}

function* answerRequest(
  decider: Decider,
  auctions: readonly { readonly auction: OpenRtbAuction; readonly prepared: Prepared }[],
  strayBids: readonly StrayBid[],
): Generator<undefined, OpenRtbAnswer, undefined> {
  const answers: object[] = [];
  for (const { auction, prepared } of auctions) {
    const { revision } = prepared;
    answers.push({ ...toOpenRtbAnswer(auction, yield* decider.decideInSteps(prepared)), revision });
    yield;
  }
  const stray_bids: object[] = [];
  for (const bid of strayBids) {
    stray_bids.push(toAnswerStrayBid(bid));
    yield;
  }
  return { auctions: answers, stray_bids };
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
