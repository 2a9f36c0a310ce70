// Generated from libs/contract/src/rooms/rooms.ts by `node tools/run.mjs tools/generate/rooms.ts`. Do not edit.

import type { RoomEntry } from './rooms.ts';

/** The rooms of the page without their help, which is loaded when it is first opened. */
export const rooms = [
  {
    "path": "/today",
    "title": "Today",
    "tab": "Overview",
    "key": "o"
  },
  {
    "path": "/today/movement",
    "title": "Why it moved",
    "key": "v",
    "of": "/today",
    "before": "/movement"
  },
  {
    "path": "/today/alerts",
    "title": "Alerts",
    "key": "l",
    "of": "/today",
    "before": "/alerts"
  },
  {
    "path": "/tiers",
    "title": "Tiers",
    "tab": "Ladder",
    "key": "t"
  },
  {
    "path": "/tiers/targeting",
    "title": "Targeting",
    "key": "p",
    "of": "/tiers",
    "before": "/profiles"
  },
  {
    "path": "/tiers/markets",
    "title": "Markets",
    "key": "m",
    "of": "/tiers",
    "before": "/markets"
  },
  {
    "path": "/tiers/promises",
    "title": "Promises",
    "key": "s",
    "of": "/tiers"
  },
  {
    "path": "/tiers/advice",
    "title": "Advice",
    "key": "c",
    "of": "/tiers",
    "before": "/advice"
  },
  {
    "path": "/draft",
    "title": "Draft",
    "tab": "Changes",
    "key": "d",
    "hash": "try"
  },
  {
    "path": "/draft/tests",
    "title": "Live tests",
    "key": "e",
    "of": "/draft",
    "before": "/experiments"
  },
  {
    "path": "/why",
    "title": "Why?",
    "key": "w"
  },
  {
    "path": "/buyers",
    "title": "Buyers",
    "key": "b"
  },
  {
    "path": "/history",
    "title": "History",
    "key": "h"
  },
  {
    "path": "/reports",
    "title": "Reports",
    "tab": "Breakdowns",
    "key": "r"
  },
  {
    "path": "/reports/views",
    "title": "Views",
    "key": "i",
    "of": "/reports",
    "before": "/views"
  },
  {
    "path": "/account",
    "title": "Account",
    "key": "a",
    "isOfSeller": true
  }
] as const satisfies readonly RoomEntry[];
