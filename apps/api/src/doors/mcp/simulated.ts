import type { CallContext, RecordedHour, Simulation } from '@auction-tiers/contract';
import { hourMs } from '@auction-tiers/recorded';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { ServiceHandlers } from '../../handlers/handlers.ts';

type Handlers = Pick<ServiceHandlers, 'recorded' | 'simulation'>;

/** How long a tool waits for a result: many clients wait a minute for an answer, and would not get the id. */
const waitMs = 50_000;
const dayMs = 24 * hourMs;
/** Newest recorded days that are taken: a verdict, and advice, need seven whole days by the seller's clock. */
export const newestDays = { answer: 1, simulation: 8 } as const;

/** The input of a tool; one that names no recorded hours gets the newest recorded days of its ym-profile. */
export async function withNewestDays(
  handlers: Handlers,
  call: CallContext,
  sent: Readonly<Record<string, unknown>>,
  of: keyof typeof newestDays,
) {
  const { log, from: sentFrom, to: sentTo, ym_profile_id: id, member_id: member } = sent;
  if ([log, sentFrom, sentTo].some((one) => one !== undefined) || typeof id !== 'number') return sent;
  const asked = { ym_profile_id: id, ...(typeof member === 'number' ? { member_id: member } : {}) };
  const { items } = await handlers.recorded.list(call, asked);
  const whole = items.filter((hour: RecordedHour) => hour.auctions > 0 && (of === 'answer' || hour.is_whole));
  const [first, last] = [whole[0], whole.at(-1)];
  if (first === undefined || last === undefined) return sent;
  const toMs = Date.parse(last.hour) + hourMs;
  const fromMs = Math.max(Date.parse(first.hour), toMs - newestDays[of] * dayMs);
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  return of === 'answer' ? { ...sent, from, to } : { ...sent, log: { kind: 'recorded', from, to } };
}

/**
 * Waits until a simulation is done, up to a minute, and reads its result; else gives the simulation as it is. Tells the
 * client of its progress, where it asked to be told.
 */
export async function awaitResult(
  handlers: Handlers,
  call: CallContext,
  { id, member_id }: Simulation,
  { signal, notify, _meta }: ServerContext['mcpReq'],
) {
  const named = { id, ...(call.caller.memberId === null ? { member_id } : {}) };
  const over = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
  const progressToken = _meta?.progressToken;
  for await (const { progress, state } of handlers.simulation.follow(call, named, over)) {
    if (progressToken !== undefined) {
      const params = { progressToken, progress, total: 1, message: state };
      await notify({ method: 'notifications/progress', params });
    }
    if (state === 'done') return handlers.simulation.result(call, named);
  }
  return { simulation: await handlers.simulation.status(call, named) };
}
