import type { LogKind } from '@auction-tiers/contract/compare-report';
import { bidFeed } from './bid-feed.ts';
import { gamBids } from './gam-bids.ts';
import type { RowFormat } from './row-format.ts';

interface LogFormat {
  /** What a log of it has, in the plural. */
  readonly unit: 'lines' | 'rows';
  readonly words: string;
  /** Of formats of rows. */
  readonly rows?: RowFormat;
}

/** Every format of a log. A new one of rows has its file in this folder, its row here, and its kind in the contract. */
export const logFormats: Readonly<Record<LogKind, LogFormat>> = {
  own: { unit: 'lines', words: 'of our own form' },
  openrtb: { unit: 'lines', words: 'of OpenRTB' },
  feed: { unit: 'rows', words: 'of a bid landscape feed', rows: bidFeed },
  gam_bids: { unit: 'rows', words: "of Ad Manager's bids", rows: gamBids },
};

/** The formats of rows, as the contents of a report are ordered. */
export const rowFormats: readonly RowFormat[] = Object.values(logFormats).flatMap(({ rows }) => rows ?? []);

/** The kind of a format of rows by its name in a file of ours. */
export const rowFormatOf = (kind: string): RowFormat => rowFormats.find((one) => one.kind === kind) ?? bidFeed;

/** The format that `--format` names. */
export const namedFormat = (option: string | undefined): RowFormat | undefined =>
  rowFormats.find((one) => option !== undefined && one.option?.[0] === option);
