import { setTimeout } from 'node:timers/promises';
import type { Decided } from '@auction-tiers/auction-codec';
import type { Experiment } from '@auction-tiers/contract';
import { currencyRates, nameKey, storedSeats } from '@auction-tiers/contract/tier-set';
import { parseFee } from '@auction-tiers/tier-engine';
import { exitCode, Failure, messageOf } from '../cli/failure.ts';
import type { CurrencyRates } from '../log/auction/reading.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { readStoredTierSet } from '../tier-set/tier-set-file.ts';
import type { ApiTarget, DirectoryTarget } from './api-target.ts';

const buyersTimeoutMs = 30_000;
const tierSetTimeoutMs = 60_000;
const sellerFeeTimeoutMs = 30_000;
const resultTimeoutMs = 60_000;
/** The status of too many requests, and how often such a request is repeated, each after the delay the API names. */
const [tooMany, mostWaits] = [429, 10];
const notFound = 404;

const [Rates, Seats] = [currencyRates(), storedSeats()];

/** Makes the error that says what is wrong: `problem` ends its sentence. */
type Refuse = (problem: string, cause?: unknown) => Failure;

/** An answer of an API. Any field of the body may be missing. */
interface Answer {
  readonly status: number;
  readonly response: Readonly<Record<string, unknown>>;
}

/** A buyer of the member directory. */
export interface Buyer {
  readonly id: number;
  readonly name: string;
}

/** The member directory of a running API. Throws a `Failure` when the API does not give it. */
export async function fetchBuyers(target: DirectoryTarget): Promise<readonly Buyer[]> {
  const refuse: Refuse = (problem, cause) =>
    new Failure(exitCode.found, `The buyers of ${target.url} cannot be read: ${problem}.`, cause);
  const answer = await getAnswer(target, '/platform-member?fields=id,name', buyersTimeoutMs, refuse);
  const members = answer.response['platform-members'];
  if (!Array.isArray(members)) throw refuse(describeAnswer(answer));
  return members.filter(isBuyer);
}

function isBuyer(value: unknown): value is Buyer {
  const { id, name }: { readonly id?: unknown; readonly name?: unknown } = Object(value);
  return typeof id === 'number' && typeof name === 'string';
}

/**
 * The tiers that a ym-profile of a running API has now, or those that decided a recorded auction. Throws a `Failure` when
 * the API does not give them.
 */
export async function fetchTierSet(
  target: ApiTarget,
  decided?: Pick<Decided, 'revision' | 'experiment'>,
): Promise<LoadedTierSet> {
  const { url, ymProfileId } = target;
  const { revision, experiment } = decided ?? {};
  const [of, at] = [
    revision && ` at revision ${revision}`,
    experiment && ` of arm ${experiment.arm} of experiment ${experiment.id}`,
  ];
  const what = `The tiers of ym-profile ${ymProfileId} of ${url}${of ?? ''}${at ?? ''}`;
  const refuse: Refuse = (problem, cause) => new Failure(exitCode.found, `${what} cannot be used: ${problem}.`, cause);
  const query = new URLSearchParams({
    id: String(ymProfileId),
    ...(revision !== undefined && { revision }),
    ...(experiment !== undefined && { arm: `${experiment.id}/${experiment.arm}` }),
  });
  const answer = await getAnswer(target, `/ym-profile/export?${query.toString()}`, tierSetTimeoutMs, refuse);
  const file = Object.values(answer.response).find(isTierSet);
  if (file === undefined) throw refuse(describeAnswer(answer, ' without a tier set'));
  const loaded = readStoredTierSet(file, refuse);
  // The file has neither rates nor seats. A key that may not read the member reads tiers only.
  const seller = await fetchSeller(target).catch(() => undefined);
  if (seller === undefined) return loaded;
  const { rates, seats } = seller;
  return { ...loaded, ...(rates !== undefined && { rates }), seats };
}

/** The design of an experiment of a running API; undefined where it has no such experiment. */
export async function fetchDesign(target: DirectoryTarget, id: number): Promise<Experiment['design'] | undefined> {
  const refuse: Refuse = (problem, cause) =>
    new Failure(exitCode.found, `Experiment ${id} of ${target.url} cannot be read: ${problem}.`, cause);
  const answer = await getAnswer(target, `/experiment?id=${id}`, sellerFeeTimeoutMs, refuse);
  if (answer.status === notFound) return undefined;
  const { experiment } = answer.response;
  const { design } = Object(experiment) as Partial<Experiment>;
  if (typeof design !== 'string') throw refuse(describeAnswer(answer));
  return design;
}

/** The result of an experiment of a running API, as it answers it. Throws a `Failure` where the API does not give it. */
export async function fetchResult(target: DirectoryTarget, id: number): Promise<unknown> {
  const refuse: Refuse = (problem, cause) =>
    new Failure(exitCode.found, `The result of experiment ${id} of ${target.url} cannot be read: ${problem}.`, cause);
  const answer = await getAnswer(target, `/experiment/result?id=${id}`, resultTimeoutMs, refuse);
  const { 'experiment-result': result } = answer.response;
  if (result === undefined) throw refuse(describeAnswer(answer));
  return result;
}

/** A seller as an API has it. */
export interface Seller {
  /** Parts per million. */
  readonly feePpm: number;
  /** ISO 4217; undefined: the API does not say it. */
  readonly currency: string | undefined;
  /** Rates of other currencies; undefined: the API does not give them. */
  readonly rates: CurrencyRates | undefined;
  /** Buyers by seat, as the seller maps them. */
  readonly seats: ReadonlyMap<string, number>;
}

/**
 * The seller that the key belongs to. Throws a `Failure` when the API does not give its fee, such as for a key without
 * the scope `read`.
 */
export async function fetchSeller(target: DirectoryTarget): Promise<Seller> {
  const refuse: Refuse = (problem, cause) =>
    new Failure(exitCode.found, `The seller's fee cannot be read from ${target.url}: ${problem}.`, cause);
  const answer = await getAnswer(target, '/member', sellerFeeTimeoutMs, refuse);
  const { members } = answer.response;
  if (!Array.isArray(members)) throw refuse(describeAnswer(answer));
  if (members.length !== 1) throw refuse(`the key sees ${members.length} members, and no seller has it`);
  const [member] = members as readonly ({
    readonly revenue_share_pct?: unknown;
    readonly currency?: unknown;
    readonly currency_rates?: unknown;
    readonly seats?: unknown;
  } | null)[];
  const value = member?.revenue_share_pct;
  const fee = typeof value === 'number' ? parseFee(value) : undefined;
  if (fee?.ok !== true) throw refuse(`revenue_share_pct is ${JSON.stringify(value)}, which is no fee`);
  const currency = member?.currency;
  const { data: rates } = Rates.safeParse(member?.currency_rates);
  const seats = new Map(Object.entries(Seats.safeParse(member?.seats).data ?? {}));
  return { feePpm: fee.feePpm, currency: typeof currency === 'string' ? currency : undefined, rates, seats };
}

/** Reads a path of an API. Throws what `refuse` makes where there is no answer. */
export async function getAnswer(
  { url, apiKey }: DirectoryTarget,
  path: string,
  timeoutMs: number,
  refuse: Refuse,
): Promise<Answer> {
  try {
    const ask = () =>
      fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${apiKey}` },
        // A redirect could send the key to an address that the caller did not name.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    let response = await ask();
    for (let waits = 0; response.status === tooMany && waits < mostWaits; waits++) {
      await response.arrayBuffer();
      await setTimeout(1000 * (Number(response.headers.get('retry-after')) || 1));
      response = await ask();
    }
    const body = (await response.json()) as { readonly response?: Answer['response'] | null } | null;
    return { status: response.status, response: body?.response ?? {} };
  } catch (error) {
    throw refuse(describeFetchError(error), error);
  }
}

/** The error of `fetch` in words, with its cause in the network. */
export function describeFetchError(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? ` (${messageOf(error.cause)})` : '';
  return `${messageOf(error)}${cause}`;
}

/** An unexpected answer of an API, in words. */
export function describeAnswer({ status, response }: Answer, lack = ''): string {
  const { error } = response;
  return `HTTP ${status}${typeof error === 'string' ? `, ${error}` : lack}`;
}

/** Whether a value is a tier set: the answer has the tier set under the name of its resource. */
function isTierSet(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'ym_profile' in value && 'tiers' in value;
}

/** Buyers by the key of their name: the `memberOfName` of a seat book. A name that several buyers have is left out. */
export function byName(buyers: readonly Buyer[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const ambiguous = new Set<string>();
  for (const { id, name } of buyers) {
    const key = nameKey(name);
    if (found.has(key)) ambiguous.add(key);
    found.set(key, id);
  }
  for (const name of ambiguous) found.delete(name);
  return found;
}
