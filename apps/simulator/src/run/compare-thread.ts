// Runs in a thread of its own: compares over the parts of a log that it is sent, and at the end sends what it found.

import { serveParts } from './serve-parts.ts';
import type { CompareTask } from './compare-share.ts';
import { CompareShare } from './compare-share.ts';

serveParts((task, onBytes) => new CompareShare(task as CompareTask, onBytes));
