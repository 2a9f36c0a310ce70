import type { z } from 'zod';
import { AuctionBody } from './body.ts';
import { quickAuctionBody } from './quick-body.ts';

/** Reads the body of an auction, quickly where it is plainly right. Throws what `AuctionBody.parse` throws. */
export const readAuctionBody = (value: unknown): AuctionBody => quickAuctionBody(value) ?? AuctionBody.parse(value);

/** `AuctionBody` as an input of procedures, with the types of its definition. */
export const AuctionInput = { parse: readAuctionBody } as {
  readonly _input: z.input<typeof AuctionBody>;
  readonly _output: AuctionBody;
  readonly parse: typeof readAuctionBody;
};
