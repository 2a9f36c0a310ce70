import { type RoomPath, roomTitles } from '@auction-tiers/contract/rooms';

export interface RoomEntry {
  readonly path: RoomPath;
  readonly title: string;
  /** The key that opens the room after `g`. */
  readonly key: string;
  /** What has the focus where the key opens the room, by its id in the page; a room with a list has it there. */
  readonly hash?: string;
  /** Of a tab: the path of its room. The rooms without it stand in the rail. */
  readonly of?: RoomPath;
  /** The word on the tab, where the title is that of the whole room. */
  readonly tab?: string;
  /** The former address, which leads here. */
  readonly before?: `/${string}`;
  /** Whether it is about the seller as a whole, and so is open before there is a group of sites. */
  readonly isOfSeller?: boolean;
}

const entry = <Path extends RoomPath>(path: Path) => ({ path, title: roomTitles[path] });

/** The rooms of the page in their order, each followed by its tabs. */
export const rooms = [
  { ...entry('/today'), tab: 'Overview', key: 'o' },
  { ...entry('/today/movement'), key: 'v', of: '/today', before: '/movement' },
  { ...entry('/today/alerts'), key: 'l', of: '/today', before: '/alerts' },
  { ...entry('/tiers'), tab: 'Ladder', key: 't' },
  { ...entry('/tiers/targeting'), key: 'p', of: '/tiers', before: '/profiles' },
  { ...entry('/tiers/markets'), key: 'm', of: '/tiers', before: '/markets' },
  { ...entry('/tiers/promises'), key: 's', of: '/tiers' },
  { ...entry('/tiers/advice'), key: 'c', of: '/tiers', before: '/advice' },
  { ...entry('/draft'), tab: 'Changes', key: 'd', hash: 'try' },
  { ...entry('/draft/tests'), key: 'e', of: '/draft', before: '/experiments' },
  { ...entry('/why'), key: 'w' },
  { ...entry('/buyers'), key: 'b' },
  { ...entry('/history'), key: 'h' },
  { ...entry('/reports'), tab: 'Breakdowns', key: 'r' },
  { ...entry('/reports/views'), key: 'i', of: '/reports', before: '/views' },
  { ...entry('/account'), key: 'a', isOfSeller: true },
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
