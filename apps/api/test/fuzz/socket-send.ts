import { openRaw } from '../fixture/raw.ts';
import type { Send } from '../fixture/request.ts';
import type { Judgement } from './answer.ts';
import type { FuzzAnswer } from './client.ts';
import { judgeRest } from './rest-answer.ts';
import type { FuzzService } from './service.ts';
import { bytesOf, type SocketRequest } from './socket-request.ts';
import { judgeTrpc } from './trpc-answer.ts';

/** Sends a request over a connection of its own and throws unless everything holds that must hold after it. */
export async function holdSocket(fuzzed: FuzzService, sent: SocketRequest): Promise<void> {
  const { request, damage } = sent;
  const bytes = bytesOf(sent, fuzzed.client.headersOf(request));
  const answers = await sendingOf(damage)(fuzzed.service, bytes);
  const asked = { ...request, ...askedIn(bytes) };
  const judge = asked.path.startsWith('/trpc') ? judgeTrpc : judgeRest;
  const judgements = answers.map((answer) => judge(asked, answer));
  const isSilent = answers.length === 0 && sendingOf(damage) === sendWhole;
  await fuzzed.judged(
    request.credential,
    answers,
    merged(judgements, isSilent ? ['a whole request has no answer'] : []),
  );
}

function sendingOf(damage: SocketRequest['damage']): typeof sendWhole {
  if (damage.kind === 'cut') return damage.isDropped ? dropBytes : sendPart;
  return damage.kind === 'noise' ? sendPart : sendWhole;
}

/** The method and the target as the service reads them. */
function askedIn(bytes: Buffer): { readonly method: string; readonly path: string } {
  const [method = '', target = ''] = bytes
    .subarray(0, 30_000)
    .toString('latin1')
    .trimStart()
    .split(/[ \t\r\n]+/, 2);
  return { method, path: target };
}

const merged = (judgements: readonly Judgement[], problems: readonly string[]): Judgement => ({
  problems: [...problems, ...judgements.flatMap((one) => one.problems)],
  isWrite: judgements.some(({ isWrite }) => isWrite),
  made: judgements.flatMap(({ made }) => made),
  deletions: judgements.reduce((sum, { deletions }) => sum + deletions, 0),
});

interface Target {
  readonly url: string;
  readonly send: Send;
}

/** Requests that are answered in between, so that the service has seen what it was sent before. */
const probes = 2;

async function probe(send: Send): Promise<void> {
  for (let round = 0; round < probes; round++) await send('GET', '/member/meta');
}

/** Sends what the service can tell the end of, and gives the answers that came before it closed the connection. */
async function sendWhole({ url, send }: Target, bytes: Buffer): Promise<readonly FuzzAnswer[]> {
  const received = await (await openRaw(url, bytes)).answers;
  // What the service does after it has answered is done by then.
  await probe(send);
  return received;
}

/** Sends what may be a part only; where the service waits for more, it is told after a while that nothing follows. */
async function sendPart({ url, send }: Target, bytes: Buffer): Promise<readonly FuzzAnswer[]> {
  const { socket, answers } = await openRaw(url, bytes);
  await Promise.race([answers, probe(send)]);
  socket.end();
  return answers;
}

/** Sends bytes and breaks the connection off. */
async function dropBytes({ url, send }: Target, bytes: Buffer): Promise<readonly FuzzAnswer[]> {
  const { socket } = await openRaw(url, bytes);
  socket.destroy();
  await probe(send);
  return [];
}
