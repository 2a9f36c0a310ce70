/** What a figure is counted in; empty: a figure or a word without a unit. `money`: an amount in the member's currency. */
export type FigureUnit = '' | 'money' | 'CPM' | '%' | 'auctions' | 'bids' | 'bids/s' | 'auctions/s' | 'days';

/** A figure or a word that people read on a page or in a report. */
export interface Figure {
  /** The name in a heading or a label. */
  readonly name: string;
  readonly unit: FigureUnit;
  /** One or two plain sentences, the last one without a full stop, as all descriptions of the contract. */
  readonly definition: string;
}

const figure = (name: string, unit: FigureUnit, definition: string): Figure => ({ name, unit, definition });

/** Sums of auctions and bids; the report's columns of these names have these definitions. */
const counted = {
  auctions: figure('Auctions', 'auctions', 'Auctions decided'),
  sold: figure('Sold', 'auctions', 'Auctions with a winner'),
  without_bids: figure('Without bids', 'auctions', 'Auctions without a bid'),
  bids: figure('Bids', 'bids', 'Bids; by tier those in the tier'),
  won: figure('Won', 'bids', 'Bids that won'),
  excluded: figure('Excluded', 'bids', 'Bids that a tier excluded'),
  too_costly: figure('Too costly', 'bids', 'Bids kept out, as they give up too much'),
  outranked: figure('Outranked', 'bids', 'Bids that lost to a higher priority'),
  outbid: figure('Outbid', 'bids', 'Bids that lost on net price within their priority'),
  lost_tie: figure('Lost tie', 'bids', 'Bids that lost a draw among equal net prices of one priority'),
  below_floor: figure('Below floor', 'bids', 'Bids below the floor'),
  win_rate: figure('Win rate', '%', 'Bids won of all bids'),
} as const;

/** Money; the report's columns of these names have these definitions. */
const money = {
  gross: figure('Gross', 'money', 'What the buyers pay: the clearing prices of the auctions won, summed'),
  net: figure('Net', 'money', 'What the seller gets: the clearing prices of the auctions won less the fee, summed'),
  forgone: figure(
    'Forgone',
    'money',
    'The price of preference: the net that these auctions would bring with no bid in a tier (excluded bids stay out), less the net taken, summed. Negative where a minimum raised a second price',
  ),
  excluded_net: figure('Excluded value', 'money', 'The net prices of the excluded bids, summed'),
  net_cpm: figure('Net CPM', 'CPM', 'Net CPM price of an auction won, on average'),
} as const;

/** The columns of a report that are figures. */
export const reportFigures = { ...counted, ...money } as const;

/** Rates and prices that are worked out of what is stored. */
const derived = {
  fill: figure('Fill', '%', 'Auctions with a winner, of all auctions'),
  auctions_per_second: figure('Auctions now', 'auctions/s', 'Auctions decided in the last second, by all processes'),
  usual_range: figure(
    'Usual range',
    '',
    'Where 19 of 20 such days lie, over the same hours, judged by the five weeks before: the range that alerts use. Outside of it is worth a look, and is no proof',
  ),
  quiet: figure(
    'Gone quiet',
    'days',
    'How often a pause this long happens by chance to a buyer that bids as this one did before',
  ),
  net_median: figure('Median net', 'CPM', 'Half of the bids have this net price or more'),
  net_p90: figure('90th percentile net', 'CPM', 'One bid in ten has this net price or more'),
  net_minimum: figure('Net minimum', 'CPM', 'The least net price that a bid needs to be in the tier'),
  gross_needed: figure(
    'Gross',
    'CPM',
    'The least gross price whose net, after the fee, reaches the net minimum; shown rounded up, so that a bid of this price is enough',
  ),
  fee: figure('Fee', '%', 'The share of the gross price that is not paid to the seller'),
  floor: figure('Floor', 'CPM', 'The least gross price that the auction accepts'),
  clearing_price: figure('Clearing price', 'CPM', 'What the winner pays, gross'),
} as const;

/** The steps of a tier's funnel; each counts those bids of the step before that pass one condition more. */
const funnel = {
  seen: figure('Bids seen', 'bids', 'Bids of all auctions'),
  listed: figure('Listed', 'bids', 'Bids of buyers that the tier names'),
  priced_in: figure('Priced in', 'bids', "Listed bids with a net price of at least the tier's minimum"),
  targeted: figure('Targeted', 'bids', "Bids priced in, on impressions that the tier's profile matches"),
  within_limit: figure('Not too costly', 'bids', 'Targeted bids that do not give up too much'),
  in_tier: figure(
    'Bids in',
    'bids',
    'Targeted bids that went into this tier and no other, because none above it took them',
  ),
} as const;

/** The figures of a comparison of a draft with the live tiers. */
const compared = {
  difference: figure(
    'Difference',
    'money',
    'Net to the seller with the draft, less net with the live tiers, over the same auctions',
  ),
  interval: figure(
    '95 % interval',
    'money',
    'Where the difference would lie in 95 of 100 such periods. If it includes zero, the draft may gain or lose',
  ),
  verdict: figure('Verdict', '', 'What the comparison advises, by rules that are strict where a mistake costs money'),
  launch: figure('Launch', '', 'The draft gains by more than chance explains, and breaks no promise'),
  test_first: figure(
    'Test first',
    '',
    'The draft may gain, but the auctions do not prove it, so try it on a part first',
  ),
  hold: figure('Hold', '', 'The draft loses, contradicts itself or breaks a promise'),
  no_effect: figure('No effect', '', 'The draft changes no auction, as far as these can tell'),
  cannot_say: figure('Cannot say', '', 'The recorded auctions are too few, or the wrong ones, to answer'),
  commitment: figure(
    'Promise',
    '',
    'What was promised of a buyer or a tier per day: wins, net or a share of net, at least or at most',
  ),
  sample: figure(
    'Sample',
    'auctions',
    'Recorded auctions that this was worked out from. Buyers would react to a change; a sample cannot know how',
  ),
} as const;

/** What an experiment says of the tiers that it tests, against those that it compares them with. */
const tested = {
  rules: figure(
    'Rules',
    'money',
    'What the tested tiers make of the bids as they came, less what the others make of the same bids. Both are known of each auction',
  ),
  rules_in_t: figure(
    'Rules where the tested tiers decided',
    'money',
    'The same as Rules, of those auctions alone that the tested tiers decided',
  ),
  buyers_part: figure(
    'Buyers',
    'money',
    'What buyers did differently where the tested tiers decided: their bids and those of the other auctions, both by the tiers that are not tested',
  ),
  total: figure('Total', 'money', 'Rules and buyers together, where the tested tiers decided'),
  range_at_any_time: figure(
    '95 % range',
    'money',
    'Includes the true effect in 95 of 100 live tests, however often one looks',
  ),
  users: figure(
    'Users',
    '',
    'Users or sessions that the auctions named. An auction that names none counts as a user of its own',
  ),
  spend_change: figure('Spend', '%', 'Change of what the buyer pays per auction, where the tested tiers decided'),
  mean_bid_change: figure('Mean bid', '%', 'Change of the price that the buyer bids, on average'),
  bid_rate_change: figure('Bids per auction', '%', 'Change of how often the buyer bids'),
} as const;

/** Words of tier sets and their changes. */
const words = {
  tier: figure('Tier', '', 'A rule that names buyers, a net minimum, a priority and an action, and may be targeted'),
  priority: figure(
    'Priority',
    '',
    '10 comes first. Among tiers of equal priority that take a bid, chance decides which one does',
  ),
  include: figure('Include', '', 'Ranks the bids in the tier before all lower tiers, whatever the price'),
  exclude: figure('Exclude', '', 'Removes the bids in the tier from the auction'),
  live: figure('Live', '', 'What auctions are decided by now'),
  draft: figure('Draft', '', 'A changed copy of a tier set that no auction sees until it is published'),
  revision: figure(
    'Revision',
    '',
    'Names the state of all tiers and profiles after one change. Everything can be read as it was at a revision, and restored',
  ),
  step: figure('Step', '', 'All changes that were made by one request, such as a publish'),
  finding: figure('Finding', '', 'Something that is allowed in a tier set, and probably not meant'),
} as const;

/** The glossary of figures and words that people read: the page shows each definition beside its figure. */
export const figures = { ...reportFigures, ...derived, ...funnel, ...compared, ...tested, ...words } as const;
export type FigureName = keyof typeof figures;
