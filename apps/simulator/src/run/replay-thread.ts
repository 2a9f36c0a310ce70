// Runs in a thread of its own: replays the parts of a log that it is sent, and at the end sends its ledger.

import type { ShareTask } from './share.ts';
import { Share } from './share.ts';
import { serveParts } from './serve-parts.ts';

// Broken lines stand in the report of the part, and are told in the order of the log.
serveParts((task, onBytes) => new Share(task as ShareTask, { onBrokenLine: () => {}, onBytes }));
