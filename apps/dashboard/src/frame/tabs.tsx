import { Link, useLocation } from '@tanstack/react-router';
import { mainPathAt, type RoomEntry, rooms } from './rooms.ts';

/** The parts of the present room, where it has several. */
export function Tabs() {
  const main = useLocation({ select: ({ pathname }) => mainPathAt(pathname) });
  const tabs = rooms.filter(({ path, of }: RoomEntry) => path === main || of === main);
  const [first] = tabs;
  if (first === undefined || tabs.length === 1) return null;
  return (
    <nav className="tabs" aria-label={`Parts of ${first.title}`}>
      {tabs.map((room) => (
        <Link key={room.path} to={room.path} activeOptions={{ exact: true, includeSearch: false }}>
          {'tab' in room ? room.tab : room.title}
        </Link>
      ))}
    </nav>
  );
}
