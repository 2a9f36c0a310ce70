/** The first load of a room, with nothing in the browser's cache. */
export interface RoomLoad {
  readonly room: string;
  /** As sent, compressed. */
  readonly scriptBytes: number;
  readonly styleBytes: number;
  readonly requests: number;
  /** Until nothing in the room is being read any more; of each round. */
  readonly shownMs: readonly number[];
}

/** What was done with a list of many tiers, and how long the page was busy in one piece at most; of each round. */
export interface LongTask {
  readonly act: string;
  readonly longestMs: readonly number[];
}

export interface PageFigures {
  /** A build of the page from nothing, and one when nothing has changed. */
  readonly buildMs: number;
  readonly unchangedMs: number;
  readonly loads: readonly RoomLoad[];
  readonly tiers: number;
  readonly longTasks: readonly LongTask[];
}
