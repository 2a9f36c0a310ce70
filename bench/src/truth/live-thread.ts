import { answerTasks } from '../suite/threads.ts';
import { liveRows } from './live-rows.ts';

/** A row of the table by its index, and of how many runs. */
export interface LiveTask {
  readonly row: number;
  readonly runs: number;
  readonly isQuick: boolean;
}

answerTasks(({ row, runs, isQuick }: LiveTask) => liveRows[row]!.draw(runs, isQuick));
