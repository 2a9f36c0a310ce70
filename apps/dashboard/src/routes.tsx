import { type RoomPath, rooms } from '@auction-tiers/contract/rooms';
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { searchReader } from './address/room-search.ts';
import { readPageSearch } from './address/search.ts';
import { Frame } from './frame/frame.tsx';
import { roomAt } from './frame/rooms.ts';
import { WithPlace } from './frame/with-place.tsx';
import { Problem, Room, WaitingRoom } from './part/kit.tsx';
import { loadRoom } from './rooms.gen.ts';

const root = createRootRoute({
  component: Frame,
  validateSearch: readPageSearch,
  search: { middlewares: [retainSearchParams(['member', 'ym', 'from', 'to', 'draft'])] },
  notFoundComponent: () => <Room title="No such room">The address names no room of this page.</Room>,
  errorComponent: ({ error, reset }) => (
    <Room title="This room has failed">
      <Problem error={error} onRetry={reset} />
    </Room>
  ),
});

/**
 * A room, which is loaded when it is first opened. Its component declares its return type, because the types of its
 * address depend on the routes.
 */
const room = <const Path extends RoomPath | '/tiers/$tier'>(path: Path, load: () => Promise<() => React.ReactNode>) =>
  createRoute({
    getParentRoute: () => root,
    path,
    pendingComponent: WaitingRoom,
    validateSearch: searchReader(path),
    component: lazyRouteComponent(async () => {
      const [Content, entry] = [await load(), roomAt(path)!];
      return {
        default: () => (
          <WithPlace room={entry}>
            <Content />
          </WithPlace>
        ),
      };
    }),
  });

/** A statement of its own: within the tree, the types of all routes would be lost. */
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: (): never => {
    throw redirect({ to: '/today' });
  },
});

/** The former addresses of rooms, which links in mails and kept views still have. */
const former = Object.fromEntries(
  rooms.flatMap((entry) => {
    if (!('before' in entry)) return [];
    const beforeLoad = ({ location: { search, hash } }: { readonly location: ParsedLocation }): never => {
      throw redirect({ to: entry.path, search, hash, replace: true });
    };
    return [[entry.before, createRoute({ getParentRoute: () => root, path: entry.before, beforeLoad })] as const];
  }),
);

const tier = room('/tiers/$tier', () => import('./room/tier/tier-room.tsx').then(({ TierRoom }) => TierRoom));

type Routes = { readonly [Path in RoomPath]: ReturnType<typeof room<Path>> };
const routes = Object.fromEntries(rooms.map(({ path }) => [path, room(path, loadRoom[path])])) as Routes;

const routeTree = root.addChildren({ index, ...former, ...routes, tier });

export const router = createRouter({ routeTree, basepath: '/app', defaultPreload: 'intent' });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
