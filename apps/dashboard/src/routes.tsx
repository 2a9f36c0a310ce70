import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { roomSearch, type RoomSearch } from './address/room-search.ts';
import { readPageSearch } from './address/search.ts';
import { Frame } from './frame/frame.tsx';
import { roomAt, rooms } from './frame/rooms.ts';
import { WithPlace } from './frame/with-place.tsx';
import { Problem, Room, Waiting } from './part/kit.tsx';

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

const pendingComponent = () => (
  <main className="room">
    <Waiting />
  </main>
);

/**
 * A room, which is loaded when it is first opened. Its component declares its return type, because the types of its
 * address depend on the routes.
 */
const room = <const Path extends keyof typeof roomSearch>(path: Path, load: () => Promise<() => React.ReactNode>) =>
  createRoute({
    getParentRoute: () => root,
    path,
    pendingComponent,
    validateSearch: roomSearch[path] as (search: Readonly<Record<string, unknown>>) => RoomSearch<Path>,
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
const former = rooms.flatMap((entry) =>
  'before' in entry
    ? [
        createRoute({
          getParentRoute: () => root,
          path: entry.before,
          beforeLoad({ location: { search, hash } }): never {
            throw redirect({ to: entry.path, search, hash, replace: true });
          },
        }),
      ]
    : [],
);

const routeTree = root.addChildren([
  index,
  ...former,
  room('/today', () => import('./room/today/today-room.tsx').then(({ TodayRoom }) => TodayRoom)),
  room('/today/movement', () => import('./room/movement/movement-room.tsx').then(({ MovementRoom }) => MovementRoom)),
  room('/tiers', () => import('./room/tiers/tiers-room.tsx').then(({ TiersRoom }) => TiersRoom)),
  room('/tiers/$tier', () => import('./room/tier/tier-room.tsx').then(({ TierRoom }) => TierRoom)),
  room('/tiers/promises', () => import('./room/tiers/promises-room.tsx').then(({ PromisesRoom }) => PromisesRoom)),
  room('/draft', () => import('./room/draft/draft-room.tsx').then(({ DraftRoom }) => DraftRoom)),
  room('/tiers/advice', () => import('./room/advice/advice-room.tsx').then(({ AdviceRoom }) => AdviceRoom)),
  room('/draft/tests', () =>
    import('./room/experiments/experiments-room.tsx').then(({ ExperimentsRoom }) => ExperimentsRoom),
  ),
  room('/why', () => import('./room/why/why-room.tsx').then(({ WhyRoom }) => WhyRoom)),
  room('/buyers', () => import('./room/buyers/buyers-room.tsx').then(({ BuyersRoom }) => BuyersRoom)),
  room('/history', () => import('./room/history/history-room.tsx').then(({ HistoryRoom }) => HistoryRoom)),
  room('/reports', () => import('./room/reports/reports-room.tsx').then(({ ReportsRoom }) => ReportsRoom)),
  room('/reports/views', () => import('./room/reports/views-room.tsx').then(({ ViewsRoom }) => ViewsRoom)),
  room('/today/alerts', () => import('./room/alerts/alerts-room.tsx').then(({ AlertsRoom }) => AlertsRoom)),
  room('/tiers/markets', () => import('./room/markets/markets-room.tsx').then(({ MarketsRoom }) => MarketsRoom)),
  room('/tiers/targeting', () => import('./room/profiles/profiles-room.tsx').then(({ ProfilesRoom }) => ProfilesRoom)),
  room('/account', () => import('./room/account/account-room.tsx').then(({ AccountRoom }) => AccountRoom)),
]);

export const router = createRouter({ routeTree, basepath: '/app', defaultPreload: 'intent' });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
