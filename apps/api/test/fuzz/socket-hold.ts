import type { Judgement } from './judgement.ts';
import { restJudge } from './rest-judge.ts';
import type { FuzzService } from './service.ts';
import { dropBytes, sendPart, sendWhole } from './socket-send.ts';
import { bytesOf, type SocketRequest } from './socket.ts';
import { trpcJudge } from './trpc-judge.ts';

/** Sends a request over a connection of its own and throws unless everything holds that must hold after it. */
export async function holdSocket(fuzzed: FuzzService, sent: SocketRequest): Promise<void> {
  const { request, damage } = sent;
  const bytes = bytesOf(sent, fuzzed.client.headersOf(request));
  const answers = await sendingOf(damage)(fuzzed.service, bytes);
  const asked = { ...request, ...askedIn(bytes) };
  const judge = (asked.path.startsWith('/trpc') ? trpcJudge : restJudge)(fuzzed.document);
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
