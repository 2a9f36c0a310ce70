import {
  type AuctionDefaults,
  AuctionReader,
  type Decided,
  type ParsedAuction,
  readRecordedLine,
  toRequest,
} from '@auction-tiers/auction-codec';
import type { AuctionRequest, InventoryId } from '@auction-tiers/tier-engine';

const comma = 44;

/** An auction of a log in our own form: a body of `POST /auction`, or an auction that a service has recorded. */
export interface OwnAuction {
  readonly request: AuctionRequest;
  /** What the service decided; undefined: the auction was not recorded. */
  readonly decided: Decided | undefined;
  /** Id of the user or session; undefined: the auction names none. */
  readonly unit: string | undefined;
  readonly named: NamedOwner;
  /** Whether the line says what the fee of bids without one is. */
  readonly namesFee: boolean;
}

/** An auction as it was recorded: with all that the service filled in, and what it decided. */
export interface RecordedAuction extends OwnAuction {
  readonly decided: Decided;
}

/** What an auction is addressed to, or else the publisher of its impression. */
export interface NamedOwner {
  readonly ymProfileId?: number | undefined;
  readonly publisherId?: InventoryId | undefined;
}

/** The values that the service used for what a recorded auction does not name. */
export const filledIn = ({ feePpm, timeMs, seed }: Decided): AuctionDefaults => ({ feePpm, timeMs, seed: () => seed });

/**
 * Reads lines in the form that the service writes, which nearly all have. It loads no schemas; `readRecordedObject` and
 * `readOwnObject` read the other forms.
 */
export class UsualLineReader {
  readonly #auctions: AuctionReader;

  /** `auctions`: a parser that several readers share, so that it keeps the texts that it knows. */
  constructor(auctions: AuctionReader = new AuctionReader()) {
    this.#auctions = auctions;
  }

  /** The recorded auction of the line between two offsets; undefined: the line has another form, and is unchanged. */
  readRecorded(bytes: Uint8Array, start: number, end: number): RecordedAuction | undefined {
    const line = readRecordedLine(bytes, start, end);
    if (line === undefined) return undefined;
    const { decided } = line;
    const parsed = this.#auctions.readLogged(bytes, line.start, end);
    // Reading the line has replaced the comma after `decided` by a brace.
    bytes[line.start] = comma;
    return parsed && { ...toOwn(parsed, filledIn(decided)), decided, namesFee: true };
  }

  /** Like `readRecorded`, for auctions that may not be recorded. `defaults`: values for what such an auction lacks. */
  readOwn(bytes: Uint8Array, start: number, end: number, defaults: AuctionDefaults): OwnAuction | undefined {
    const recorded = this.readRecorded(bytes, start, end);
    if (recorded !== undefined) return recorded;
    const parsed = this.#auctions.readLogged(bytes, start, end);
    return parsed && toOwn(parsed, defaults);
  }
}

function toOwn(parsed: ParsedAuction, defaults: AuctionDefaults): OwnAuction {
  const { unit, ymProfileId, publisherId, feePpm, impression } = parsed;
  const named = { ymProfileId, publisherId: publisherId ?? impression.publisherId };
  return { request: toRequest(parsed, defaults), decided: undefined, unit, named, namesFee: feePpm !== undefined };
}
