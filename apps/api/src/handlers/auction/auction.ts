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
  maxVerdicts,
  nameKey,
  type OpenRtbAnswer,
  type OpenRtbBody,
  ServiceError,
  toAuctionAnswer,
  toAuctionRequest,
  toExplainedAuction,
  toServiceError,
} from '@auction-tiers/contract';
import { findCountryByCode, type PlaceAttribute, withoutUnknownPlaces } from '@auction-tiers/dma-data';
import {
  type Directory,
  type Exchange,
  type OpenRtbAuction,
  settleGroups,
  toAnswerStrayBid,
  type ToAuctionsResult,
  toAuctions,
  toOpenRtbAnswer,
  toPublisherId,
} from '@auction-tiers/openrtb';
import {
  type AuctionRequest,
  type AuctionResult,
  explainAuction,
  type MinToWin,
  type NextPrice,
  runAuction,
} from '@auction-tiers/tier-engine';
import type { BuyerNames } from '../../mirror/directory.ts';
import { breathe, forEachBreathing } from '../../loop/breathe.ts';
import { type Currencies, oldRates } from '../request/currency.ts';
import { idempotencyOf, requireShortKey, warnOfRepeat } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import {
  AuctionWork,
  type BatchItem,
  createPrepareParsed,
  Decider,
  inArm,
  isPrepared,
  type Prepared,
  type PrepareParsed,
  resolveYmProfile,
} from './prepared.ts';

/** Auctions are decided in memory. They wait only for other requests and, where work is limited, for its count. */
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
  readonly currencies: Currencies;
}

export function auctionHandlers(deps: Deps, currencies: Currencies): AuctionHandlers {
  const work = new AuctionWork(deps.throttle);
  const decider = new Decider(deps);

  function prepare(call: Pick<CallContext, 'caller'>, body: AuctionBody, warn?: WarnOnce): Prepared {
    const { feePpm, member: _member, experiment, behind, ...resolved } = resolveYmProfile(deps, call, body);
    const request = toAuctionRequest(body, { seed: randomUUID(), timeMs: Date.now(), feePpm });
    const prepared: Prepared = {
      ...resolved,
      ...withKnownPlaces(request, warn),
      unit: body.unit ?? undefined,
      body: undefined,
      minToWin: body.min_to_win ?? false,
    };
    return experiment === undefined ? prepared : inArm(prepared, experiment, behind);
  }
  const prepareBody = (call: Pick<CallContext, 'caller'>, body: unknown, warn?: WarnOnce) =>
    prepare(call, AuctionBody.parse(body), warn);

  /** A caller's retry is one auction: under an idempotency key, the same request is decided and counted once. */
  function once<Answer extends object>(
    call: CallContext,
    path: string,
    body: Readonly<Record<string, unknown>>,
    run: () => Promise<Answer>,
  ): Promise<Answer> {
    if (call.idempotencyKey === undefined) return run();
    requireShortKey(call.idempotencyKey);
    const { idempotency } = idempotencyOf(call, path, body);
    return deps.repeatedAnswers.once(idempotency!, run, () => warnOfRepeat(call));
  }

  return {
    work,
    decider,
    currencies,
    prepareBody,
    run: (call, body) =>
      once(call, 'auction', body, async () => {
        const auction = prepare(call, body, createWarnOnce(call));
        await work.admit(call, [auction]);
        return answer(decider, auction);
      }),
    async explain(call, body) {
      const auction = prepare(call, body, createWarnOnce(call));
      const { tierSet, request, revision, armDecision } = auction;
      const verdicts = tierSet.tiers.length * request.bids.length;
      if (verdicts > maxVerdicts) {
        const message = `explaining ${request.bids.length} bids against ${tierSet.tiers.length} tiers gives ${verdicts} verdicts, allowed: ${maxVerdicts}; send fewer bids`;
        throw new ServiceError('too_large', message);
      }
      await work.admit(call, [auction]);
      await breathe();
      const explanation = explainAuction(tierSet, request);
      await breathe();
      const explained = { ...toExplainedAuction(explanation), revision };
      if (armDecision === undefined) return explained;
      const arm = armDecision.shown.arm === 'C' ? 'T' : 'C';
      const { winner } = toAuctionAnswer(runAuction(armDecision.other, request));
      return { ...explained, experiment: armDecision.shown, other_arm: { arm, winner } };
    },
    runMany: (call, { auctions }) =>
      once(call, 'auction/batch', { auctions }, async () => {
        const items: BatchItem[] = [];
        const warn = createWarnOnce(call);
        await forEachBreathing(auctions, (body) => items.push(orBatchError(() => prepareBody(call, body, warn))));
        await work.admit(call, items.filter(isPrepared));
        const answers: BatchAnswer[] = [];
        await forEachBreathing(items, (item) => answers.push(isPrepared(item) ? answer(decider, item) : item));
        return { auctions: answers };
      }),
    openrtb: (call, body) =>
      once(call, 'openrtb2/auction', body, () => runOpenRtb(deps, { work, decider }, call, body)),
    prepareParsed: createPrepareParsed(deps),
  };
}

/** Warns once per request and attribute that a value does not exist. */
type WarnOnce = (attribute: PlaceAttribute, value: string | number) => void;

const placeWords = { country: 'no country', region: 'no region of ISO 3166-2', dma: 'no market area' } as const;

function createWarnOnce({ warn }: Pick<CallContext, 'warn'>, path = 'impression'): WarnOnce {
  const told = new Set<PlaceAttribute>();
  return (attribute, value) => {
    if (told.has(attribute)) return;
    told.add(attribute);
    warn(`${path}.${attribute} is ${JSON.stringify(value)}, which is ${placeWords[attribute]}: taken as absent`);
  };
}

/** The request without values of places that do not exist, and the attributes that had such values. */
function withKnownPlaces(request: AuctionRequest, warn?: WarnOnce): Pick<Prepared, 'request' | 'unknown'> {
  const unknown: PlaceAttribute[] = [];
  const impression = withoutUnknownPlaces(request.impression, (attribute, value) => {
    unknown.push(attribute);
    warn?.(attribute, value);
  });
  if (impression === request.impression) return { request };
  return { request: { ...request, impression }, ...(unknown.length > 0 && { unknown }) };
}

/** Decides an auction and returns its answer, with `min_to_win` where that was asked for. */
export function answer(decider: Decider, auction: Prepared): AuctionAnswer {
  if (auction.minToWin !== true) return toAnswer(auction, decider.decide(auction));
  const { result, minToWin } = decider.decideWithMinToWin(auction);
  return toAnswer(auction, result, minToWin);
}

/** The answer to an auction, made from its result. */
export function toAnswer(
  { revision, armDecision }: Pick<Prepared, 'revision' | 'armDecision'>,
  result: AuctionResult,
  least?: readonly MinToWin[],
): AuctionAnswer {
  const answered = { ...toAuctionAnswer(result, least), revision };
  return armDecision === undefined ? answered : { ...answered, experiment: armDecision.shown };
}

/** Returns a function's result, or its error as an answer in a batch. Rethrows an unexpected error. */
export function orBatchError<T>(act: () => T): T | BatchError {
  try {
    return act();
  } catch (error) {
    return toBatchError(error);
  }
}

/** The error of an auction that could not be run, as its answer in a batch. Rethrows an unexpected error. */
function toBatchError(thrown: unknown): BatchError {
  const error = toServiceError(thrown);
  if (error.kind === 'unknown') throw thrown;
  const { errorId, errorCode } = errorCatalogue[error.kind];
  return { error: { error_id: errorId, error_code: errorCode, error: error.message, issues: error.issues } };
}

type Mapped = Extract<ToAuctionsResult, { readonly ok: true }>;

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
  const publisher_id = typeof ym_profile_id === 'number' ? undefined : toPublisherId(body.bid_request);
  if (typeof ym_profile_id !== 'number' && publisher_id === undefined) {
    const message = 'is not given, and bid_request names no publisher: give one of them';
    throw invalid([{ path: 'ym_profile_id', message }]);
  }
  const { feePpm, member, experiment, behind, ...resolved } = resolveYmProfile(deps, call, {
    ym_profile_id,
    publisher_id,
  });
  const defaults = {
    feePpm,
    seed: seed ?? randomUUID(),
    timeMs,
    currency: member?.currency,
    rates: member?.currency_rates ?? {},
  };
  const mapped = toAuctions(input, toDirectory(deps.buyerNames, seats ?? {}, member?.seats ?? {}), defaults);
  if (!mapped.ok) throw invalid(mapped.issues);
  for (const { path, message } of mapped.warnings) call.warn(`${path} ${message}`);
  warnOfUnknownSeats(call, mapped);
  const old = mapped.exchange.isUsed ? oldRates(member, deps.clock.epochMs()) : undefined;
  if (old !== undefined) call.warn(old);
  const warn = createWarnOnce(call, 'bid_request.device.geo');
  const prepare = (auction: OpenRtbAuction) => {
    const known = withKnownPlaces(auction.request, warn);
    const prepared: Prepared = { ...resolved, ...known, unit: auction.unit, body: undefined };
    return { auction, prepared: experiment === undefined ? prepared : inArm(prepared, experiment, behind) };
  };
  const sent = mapped.auctions.map(prepare);
  await work.admit(
    call,
    sent.map(({ prepared }) => prepared),
  );
  const winnerOf = async (auction: OpenRtbAuction) => {
    await breathe();
    return decider.winnerOf(prepare(auction).prepared);
  };
  const auctions = mapped.groups.length === 0 ? sent : (await settleGroups(mapped, winnerOf)).map(prepare);
  const { exchange } = mapped;
  const answers: object[] = [];
  for (const { impId, impIndex, issues } of mapped.refused)
    answers[impIndex] = { imp_id: impId, ...toBatchError(invalid(issues)) };
  await forEachBreathing(auctions, ({ auction, prepared }) => {
    const { result, minToWin, own } = decider.decideWithMinToWin(prepared, nextPriceOf(auction, exchange));
    const { revision, armDecision } = prepared;
    const answered = { ...toOpenRtbAnswer(auction, result, exchange, { any: minToWin, own }), revision };
    answers[auction.impIndex] = armDecision === undefined ? answered : { ...answered, experiment: armDecision.shown };
  });
  return { auctions: answers, stray_bids: mapped.strayBids.map(toAnswerStrayBid) };
}

/** The prices that the bids of an auction can have; undefined where all are in its own currency. */
function nextPriceOf({ bids }: OpenRtbAuction, exchange: Exchange): NextPrice | undefined {
  const currencies = bids.flatMap((bid) => (bid.index === undefined ? [] : bid.offer.currency));
  if (currencies.every((currency) => currency === exchange.currency)) return undefined;
  return (position, micros) => exchange.nextBid(micros, currencies[position]!);
}

/** Unknown seats that the warnings of one answer name. */
const mostNamed = 20;

/** Warns of the seats that are no buyer's: their bids are in no tier. */
function warnOfUnknownSeats(call: CallContext, { auctions, refused, strayBids }: Mapped): void {
  const seats = new Map<string, string>();
  for (const bids of [...auctions.map((one) => one.bids), ...refused.map((one) => one.bids), strayBids]) {
    for (const { seat, memberId } of bids) {
      if (memberId === null && seat !== null && seat.trim() !== '') seats.set(nameKey(seat), seat);
    }
  }
  const effect = 'so its bids are in no tier; `seats` of the member maps it to a buyer';
  for (const seat of [...seats.values()].slice(0, mostNamed)) {
    call.warn(`the seat ${JSON.stringify(seat)} is no buyer, ${effect}`);
  }
  if (seats.size > mostNamed) call.warn(`${seats.size - mostNamed} more seats are no buyers`);
}

/** Resolves a seat by the call's mapping, then the seller's, then as a buyer's id, then as its name in the directory. */
function toDirectory(
  buyerNames: BuyerNames,
  ofCall: Readonly<Record<string, number>>,
  ofSeller: Readonly<Record<string, number>>,
): Directory {
  const given = new Map(Object.entries(ofCall).map(([seat, id]) => [nameKey(seat), id]));
  return {
    memberOfSeat: (seat) => {
      const key = nameKey(seat);
      const mapped = given.get(key) ?? (Object.hasOwn(ofSeller, key) ? ofSeller[key] : undefined);
      if (mapped !== undefined) return mapped;
      const id = /^[1-9]\d{0,15}$/.test(key) ? Number(key) : Number.NaN;
      return Number.isSafeInteger(id) ? id : buyerNames.find(seat);
    },
    countryFromAlpha3: (alpha3) => findCountryByCode(alpha3)?.code,
  };
}
