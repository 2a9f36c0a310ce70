import type { FigureName } from '../glossary/figures.ts';

interface RoomFacts {
  readonly title: string;
  /** The key that opens the room after `g`. */
  readonly key: string;
  /** What has the focus where the key opens the room, by its id in the page; a room with a list has it there. */
  readonly hash?: string;
  /** Of a tab: the path of its room. The rooms without it stand in the rail. */
  readonly of?: `/${string}`;
  /** The word on the tab, where the title is that of the whole room. */
  readonly tab?: string;
  /** The former address, which leads here. */
  readonly before?: `/${string}`;
  /** Whether it is about the seller as a whole, and so is open before there is a group of sites. */
  readonly isOfSeller?: boolean;
}

interface Room {
  readonly entry: RoomFacts;
  /** The file in `apps/dashboard/src/room`, and its component. */
  readonly source: readonly [file: string, component: string];
  /** What the room is for, and what one does there. */
  readonly about: string;
  /** Words of the glossary that it uses. */
  readonly words: readonly FigureName[];
}

/**
 * The rooms of the page by their path, in their order, each followed by its tabs. The page loads this table with its help;
 * what it needs before is generated from it.
 */
export const roomTable = {
  '/today': {
    entry: { title: 'Today', tab: 'Overview', key: 'o' },
    source: ['today/today-room.tsx', 'TodayRoom'],
    about:
      'What the last chosen day brings, against what such a day usually brings or against any other days, and what is worth reading about it. Each sentence leads to the room where you see why. A seller without auctions finds its first steps here.',
    words: ['net', 'fill', 'net_cpm', 'forgone', 'usual_range', 'quiet'],
  },
  '/today/movement': {
    entry: { title: 'Why it moved', key: 'v', of: '/today', before: '/movement' },
    source: ['movement/movement-room.tsx', 'MovementRoom'],
    about:
      'What moved net between the chosen days and those before, in parts that add up: your own changes, traffic, mix, how often and how high buyers bid, floors. Open a part to see its causes; each leads to the room where you see more.',
    words: ['net', 'difference', 'interval'],
  },
  '/today/alerts': {
    entry: { title: 'Alerts', key: 'l', of: '/today', before: '/alerts' },
    source: ['alerts/alerts-room.tsx', 'AlertsRoom'],
    about:
      'What you should know: net, fill, prices, a buyer or a tier below what is usual for this hour of the week; a live test that paused, a draft that was not published. One cause is one alert. In Account you say how many false alarms a month you accept.',
    words: ['net', 'fill', 'net_cpm', 'quiet'],
  },
  '/tiers': {
    entry: { title: 'Tiers', tab: 'Ladder', key: 't' },
    source: ['tiers/tiers-room.tsx', 'TiersRoom'],
    about:
      'The ladder: tiers by priority, the first at the top. A tier names buyers and the least net price at which they come first: of all bids of an auction, those in the highest tier win before any other, whatever these pay, unless the tier has a limit: then only while the best other bid is at most that much higher. An exclude tier takes its buyers out of the auction instead. A row opens its form beside the list. What you change goes into a draft, which changes no auction until it is published.',
    words: ['tier', 'priority', 'include', 'exclude', 'net_minimum', 'gross_needed', 'forgone', 'finding', 'draft'],
  },
  '/tiers/targeting': {
    entry: { title: 'Targeting', key: 'p', of: '/tiers', before: '/profiles' },
    source: ['profiles/profiles-room.tsx', 'ProfilesRoom'],
    about:
      'Targeting profiles: on which impressions a tier applies. Several tiers may use one. A new one can also be made in the form of the tier that is to have it.',
    words: ['tier', 'live', 'draft'],
  },
  '/tiers/markets': {
    entry: { title: 'Markets', key: 'm', of: '/tiers', before: '/markets' },
    source: ['markets/markets-room.tsx', 'MarketsRoom'],
    about:
      'The 210 market areas of the United States: find one, see what it brings, and which tiers and targeting profiles name it.',
    words: ['auctions', 'net'],
  },
  '/tiers/promises': {
    entry: { title: 'Promises', key: 's', of: '/tiers' },
    source: ['tiers/promises-room.tsx', 'PromisesRoom'],
    about:
      'What the tiers must bring to buyers or to you. Advice keeps the promises, every try and live test is judged by them, and an alert is sent for a day that will miss one. A draft may have its own instead. Below them you say in which hours the sites are closed, and whether users return to them: what is recorded does not tell.',
    words: ['commitment', 'net', 'forgone'],
  },
  '/tiers/advice': {
    entry: { title: 'Advice', key: 'c', of: '/tiers', before: '/advice' },
    source: ['advice/advice-room.tsx', 'AdviceRoom'],
    about:
      'What could be changed: the same promises for less money, and promises that are not worth their price. Each proposal was judged on days that it was not chosen from. One button puts it into a draft.',
    words: ['commitment', 'forgone', 'interval', 'net_minimum', 'priority', 'draft'],
  },
  '/draft': {
    entry: { title: 'Draft', tab: 'Changes', key: 'd', hash: 'try' },
    source: ['draft/draft-room.tsx', 'DraftRoom'],
    about:
      'A change before it is live: what it changes, what it would have done with recorded auctions, and who is affected. From here it is published now or at a time, or a colleague is asked for an approval.',
    words: ['draft', 'live', 'verdict', 'difference', 'interval', 'commitment', 'forgone'],
  },
  '/draft/tests': {
    entry: { title: 'Live tests', key: 'e', of: '/draft', before: '/experiments' },
    source: ['experiments/experiments-room.tsx', 'ExperimentsRoom'],
    about:
      'Drafts on live auctions: what their rules did to the bids as they were, and what buyers did differently. A limit in money pauses a live test; only you resume it, or end it by publishing or dropping the draft.',
    words: ['draft', 'live', 'verdict', 'difference', 'interval', 'net'],
  },
  '/why': {
    entry: { title: 'Why?', key: 'w' },
    source: ['why/why-room.tsx', 'WhyRoom'],
    about:
      'Why an auction ended as it did. Choose a recorded one, or make one up: for each bid the ladder says which tier took it, and what every other tier saw and needed. Change anything and it is decided anew.',
    words: ['tier', 'priority', 'floor', 'fee', 'clearing_price', 'outranked', 'outbid'],
  },
  '/buyers': {
    entry: { title: 'Buyers', key: 'b' },
    source: ['buyers/buyers-room.tsx', 'BuyersRoom'],
    about:
      'What each buyer bids and wins, this week against the one before, and by tier. A row opens its tiers, and the way to exclude it.',
    words: ['bids', 'win_rate', 'net_median', 'net_p90', 'below_floor', 'excluded'],
  },
  '/history': {
    entry: { title: 'History', key: 'h' },
    source: ['history/history-room.tsx', 'HistoryRoom'],
    about:
      'Every change that became live, by whom and why. One step can be undone and what came later stays, or all goes back to what it was before a step; both are shown before they are done.',
    words: ['step', 'live'],
  },
  '/reports': {
    entry: { title: 'Reports', tab: 'Breakdowns', key: 'r' },
    source: ['reports/reports-room.tsx', 'ReportsRoom'],
    about:
      'The chosen days by placement, site, country, size or device. Placements and sites that are paths are a tree. The same as a file for a spreadsheet.',
    words: ['auctions', 'net', 'forgone', 'net_cpm'],
  },
  '/reports/views': {
    entry: { title: 'Views', key: 'i', of: '/reports', before: '/views' },
    source: ['reports/views-room.tsx', 'ViewsRoom'],
    about:
      'What was kept of the page, for all users of the seller: a room with what was searched and sorted there, and its days counted from today on. One may be sent each day, week or month, with its rows and a chart.',
    words: ['net'],
  },
  '/account': {
    entry: { title: 'Account', key: 'a', isOfSeller: true },
    source: ['account/account-room.tsx', 'AccountRoom'],
    about: 'Your password and keys, the settings of the seller, and for managers its users and what each may do.',
    words: ['fee'],
  },
} as const satisfies Readonly<Record<`/${string}`, Room>>;

export type RoomPath = keyof typeof roomTable;

/** What the page shows of a room before it loads it, with its path. */
export interface RoomEntry extends RoomFacts {
  readonly path: RoomPath;
  readonly of?: RoomPath;
}
