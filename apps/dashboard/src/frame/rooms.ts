export interface RoomEntry {
  readonly path: `/${string}`;
  readonly title: string;
  /** The key that opens the room after `g`. */
  readonly key: string;
  /** Of a tab: the path of its room. The rooms without it stand in the rail. */
  readonly of?: `/${string}`;
  /** The word on the tab, where the title is that of the whole room. */
  readonly tab?: string;
  /** The former address, which leads here. */
  readonly before?: `/${string}`;
  /** Whether it is about the seller as a whole, and so is open before there is a group of sites. */
  readonly isOfSeller?: boolean;
}

/** The rooms of the page in their order, each followed by its tabs. */
export const rooms = [
  { path: '/today', title: 'Today', tab: 'Overview', key: 'o' },
  { path: '/today/movement', title: 'Why it moved', key: 'v', of: '/today', before: '/movement' },
  { path: '/today/alerts', title: 'Alerts', key: 'l', of: '/today', before: '/alerts' },
  { path: '/tiers', title: 'Tiers', tab: 'Ladder', key: 't' },
  { path: '/tiers/targeting', title: 'Targeting', key: 'p', of: '/tiers', before: '/profiles' },
  { path: '/tiers/markets', title: 'Markets', key: 'm', of: '/tiers', before: '/markets' },
  { path: '/tiers/promises', title: 'Promises', key: 's', of: '/tiers' },
  { path: '/tiers/advice', title: 'Advice', key: 'c', of: '/tiers', before: '/advice' },
  { path: '/draft', title: 'Draft', tab: 'Changes', key: 'd' },
  { path: '/draft/tests', title: 'Live tests', key: 'e', of: '/draft', before: '/experiments' },
  { path: '/why', title: 'Why?', key: 'w' },
  { path: '/buyers', title: 'Buyers', key: 'b' },
  { path: '/history', title: 'History', key: 'h' },
  { path: '/reports', title: 'Reports', tab: 'Breakdowns', key: 'r' },
  { path: '/reports/views', title: 'Views', key: 'i', of: '/reports', before: '/views' },
  { path: '/account', title: 'Account', key: 'a', isOfSeller: true },
] as const satisfies readonly RoomEntry[];

/** The room, or the tab of one, of an address; undefined: it names none. */
export const roomAt = (pathname: string): RoomEntry | undefined =>
  rooms.findLast(({ path }) => `${pathname}/`.startsWith(`${path}/`));

type MainRoom = Exclude<(typeof rooms)[number], { readonly of: string } | { readonly isOfSeller: true }>;

/** The rooms of the rail. Account stands under the user's name. */
export const mainRooms = rooms.filter((room): room is MainRoom => !('of' in room || 'isOfSeller' in room));

/** The path of the room in the rail that an address belongs to. */
export function mainPathAt(pathname: string): RoomEntry['path'] | undefined {
  const room = roomAt(pathname);
  return room?.of ?? room?.path;
}
