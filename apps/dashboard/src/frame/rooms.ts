export interface RoomEntry {
  readonly path: `/${string}`;
  readonly title: string;
  /** The key that opens the room after `g`. */
  readonly key: string;
  /** Whether it is about the seller as a whole, and so is open before there is a group of sites. */
  readonly isOfSeller?: boolean;
}

/** The rooms of the page in their order. */
export const rooms = [
  { path: '/today', title: 'Today', key: 'o' },
  { path: '/movement', title: 'Movement', key: 'v' },
  { path: '/tiers', title: 'Tiers', key: 't' },
  { path: '/draft', title: 'Draft', key: 'd' },
  { path: '/advice', title: 'Advice', key: 'c' },
  { path: '/experiments', title: 'Experiments', key: 'e' },
  { path: '/why', title: 'Why?', key: 'w' },
  { path: '/buyers', title: 'Buyers', key: 'b' },
  { path: '/history', title: 'History', key: 'h' },
  { path: '/alerts', title: 'Alerts', key: 'l' },
  { path: '/views', title: 'Views', key: 'i' },
  { path: '/markets', title: 'Markets', key: 'm' },
  { path: '/profiles', title: 'Profiles', key: 'p' },
  { path: '/account', title: 'Account', key: 'a', isOfSeller: true },
] as const satisfies readonly RoomEntry[];

/** The room of an address; undefined: it names none. */
export const roomAt = (pathname: string): RoomEntry | undefined =>
  rooms.find(({ path }) => pathname.split('/').includes(path.slice(1)));
