import { toInventoryId } from '@auction-tiers/tier-engine/name';
import type { RowFormat } from './row-format.ts';

/** The columns that name the buyer of a bid, the first that a seat file or the tiers know counts. */
const buyers = ['BidYieldGroupNames', 'YieldGroupNames', 'BidBidder', 'BidBuyer'];

const columns = [
  'KeyPart',
  'TimeUsec2',
  'Time',
  'BidPrice',
  'BidRejectionReason',
  'BidSellerReservePrice',
  ...buyers,
  'BidDealId',
  'Country',
  'AdUnitId',
];
/** Of each of these, a header has at least one. */
const required = [['KeyPart'], ['TimeUsec2', 'Time'], ['BidPrice'], ['BidRejectionReason'], buyers];
const missing: RowFormat['missing'] = (places) =>
  required.filter((some) => some.every((one) => places[one] === undefined)).map((some) => some.join(' or '));

/** Reasons that Ad Manager gives for a bid that took part in the auction, as does a bid without a reason. */
const tookPart = new Set(['winner', 'outbid', 'floor']);
const longestName = 255;

/**
 * Ad Manager's bids (Data Transfer, NetworkBackfillBids and NetworkBackfillBidsJoinable). The meaning of columns:
 * support.google.com/admanager/answer/7357436 and 13947328.
 */
export const gamBids: RowFormat = {
  kind: 'gam_bids',
  option: ['gam-bids', "Ad Manager's bids, of Data Transfer"],
  columns,
  priceColumn: 'BidPrice',
  hasOwnFloors: true,
  find: (names) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const index = names.indexOf(column.toLowerCase());
        return index < 0 ? [] : [[column, index]];
      }),
    ),
  detect: (places) => missing(places).length === 0,
  missing,
  hasTexts: () => ({ hasTextIds: true, hasSeats: true }),
  /**
   * A query has one `KeyPart` and one `TimeUsec2`; neither tells queries apart alone. A row without microseconds has the
   * time of the event by the clock of the network.
   */
  read: (values) => {
    const time = values.has('TimeUsec2') ? 'TimeUsec2' : 'Time';
    const reason = values.code('BidRejectionReason');
    const isRejected = reason !== null && !tookPart.has(reason.toLowerCase());
    const placementId = values.code('AdUnitId');
    return {
      auctionId: `${values.auctionId('KeyPart')}-${values.required(time)}`,
      timeMs: time === 'Time' ? values.localMs(time) : values.momentMs(time),
      sellerMemberId: null,
      country: values.country('Country'),
      placementId: placementId !== null && placementId.length <= longestName ? toInventoryId(placementId) : null,
      bid: {
        memberId: values.anyBuyer(buyers),
        netMicros: values.price('BidPrice') ?? values.requiredPrice('BidPrice'),
        rawNetMicros: null,
        hardFloorMicros: values.floor('BidSellerReservePrice'),
        rejectReason: isRejected ? reason : null,
        isRejected,
        tierId: null,
        dealId: values.code('BidDealId'),
        isWinning: reason?.toLowerCase() === 'winner',
      },
    };
  },
  isSample: true,
  note: "Ad Manager's bids lack those of users in the EEA; prices are net, each bid has the floor of its buyer, and impressions have a country and an ad unit (as placement) only.",
  lacks: (auctions) =>
    `Ad Manager's bids gave ${auctions}: without users in the EEA, and with a country and an ad unit only`,
  attributes: 'few',
};
