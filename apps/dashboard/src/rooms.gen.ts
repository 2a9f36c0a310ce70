// Generated from libs/contract/src/rooms/rooms.ts by `node tools/run.mjs tools/generate/rooms.ts`. Do not edit.

import type { RoomPath } from '@auction-tiers/contract/rooms';

/** Loads the component of a room. */
export const loadRoom: Readonly<Record<RoomPath, () => Promise<() => React.ReactNode>>> = {
  '/today': () => import('./room/today/today-room.tsx').then(({ TodayRoom }) => TodayRoom),
  '/today/movement': () => import('./room/movement/movement-room.tsx').then(({ MovementRoom }) => MovementRoom),
  '/today/alerts': () => import('./room/alerts/alerts-room.tsx').then(({ AlertsRoom }) => AlertsRoom),
  '/tiers': () => import('./room/tiers/tiers-room.tsx').then(({ TiersRoom }) => TiersRoom),
  '/tiers/targeting': () => import('./room/profiles/profiles-room.tsx').then(({ ProfilesRoom }) => ProfilesRoom),
  '/tiers/markets': () => import('./room/markets/markets-room.tsx').then(({ MarketsRoom }) => MarketsRoom),
  '/tiers/promises': () => import('./room/tiers/promises-room.tsx').then(({ PromisesRoom }) => PromisesRoom),
  '/tiers/advice': () => import('./room/advice/advice-room.tsx').then(({ AdviceRoom }) => AdviceRoom),
  '/draft': () => import('./room/draft/draft-room.tsx').then(({ DraftRoom }) => DraftRoom),
  '/draft/tests': () => import('./room/experiments/experiments-room.tsx').then(({ ExperimentsRoom }) => ExperimentsRoom),
  '/why': () => import('./room/why/why-room.tsx').then(({ WhyRoom }) => WhyRoom),
  '/buyers': () => import('./room/buyers/buyers-room.tsx').then(({ BuyersRoom }) => BuyersRoom),
  '/history': () => import('./room/history/history-room.tsx').then(({ HistoryRoom }) => HistoryRoom),
  '/reports': () => import('./room/reports/reports-room.tsx').then(({ ReportsRoom }) => ReportsRoom),
  '/reports/views': () => import('./room/reports/views-room.tsx').then(({ ViewsRoom }) => ViewsRoom),
  '/account': () => import('./room/account/account-room.tsx').then(({ AccountRoom }) => AccountRoom),
};
