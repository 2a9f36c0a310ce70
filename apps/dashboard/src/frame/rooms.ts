import { type RoomEntry, type RoomPath, rooms } from '@auction-tiers/contract/rooms';

/** The room, or the tab of one, of an address; undefined: it names none. */
export const roomAt = (pathname: string): RoomEntry | undefined =>
  rooms.findLast(({ path }) => `${pathname}/`.startsWith(`${path}/`));

type MainRoom = Exclude<(typeof rooms)[number], { readonly of: string } | { readonly isOfSeller: true }>;

/** The rooms of the rail. Account stands under the user's name. */
export const mainRooms = rooms.filter((room): room is MainRoom => !('of' in room || 'isOfSeller' in room));

/** The path of the room in the rail that an address belongs to. */
export function mainPathAt(pathname: string): RoomPath | undefined {
  const room = roomAt(pathname);
  return room?.of ?? room?.path;
}
