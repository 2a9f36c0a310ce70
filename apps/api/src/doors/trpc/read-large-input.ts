import type { IncomingMessage } from 'node:http';
import { type Client, type LargeOperation, type ReadInput, toServiceError } from '@auction-tiers/contract';
import { inSlices } from '../../slice/slice.ts';
import { maxBytesOf, readJson } from '../http/request.ts';
import type { TierSetBodies } from '../rest/tier-set-bodies.ts';

/** A request with one large input, which it may send as a batch of one. */
export interface LargeRequest {
  readonly request: IncomingMessage;
  readonly client: Client;
  readonly isBatch: boolean;
}

/** The input of an operation that takes a whole tier set, read and parsed in slices, when it is its turn. */
export async function readLargeInput(
  { input, parseInSteps }: LargeOperation,
  { request, client, isBatch }: LargeRequest,
  tierSets: TierSetBodies,
): Promise<ReadInput> {
  const ends: (() => void)[] = [];
  const end = () => ends.forEach((act) => act());
  const arrived = (byteCount: number) =>
    tierSets.pass(byteCount, { ...client, onAnswered: (act) => void ends.push(act) });
  try {
    const content = await readJson(request, maxBytesOf.tierSet, [], false, arrived);
    const given = isBatch ? (content as Readonly<Record<string, unknown>> | null)?.['0'] : content;
    const parsed = parseInSteps === undefined ? input.parse(given) : await inSlices(parseInSteps(given));
    return { input: parsed as object, end };
  } catch (error) {
    end();
    throw toServiceError(error);
  }
}
