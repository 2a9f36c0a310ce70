// A thread that abuses the service, so that the honest caller of the main thread has its own event loop. It says `ready`
// when everything is prepared, begins and ends when it is told to, and sends what came of it.

import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Counts, Target } from './abuse.ts';
import { sellers } from './seller.ts';
import { strangers } from './stranger.ts';

const { name, target } = workerData as { readonly name: string; readonly target: Target };
const port = parentPort!;
const abuse = [...strangers, ...sellers].find((one) => one.name === name);
if (abuse === undefined) throw new Error(`no abuse is named ${name}`);

const begin = await abuse.prepare(target);
const counts: Counts = new Map();
const end = new AbortController();
const told = once(port, 'message');
port.postMessage('ready');
await told;
const ended = begin(end.signal, counts);
await Promise.race([once(port, 'message'), ended]);
end.abort();
await ended;
port.postMessage(counts);
