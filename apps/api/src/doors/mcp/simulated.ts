import type { CallContext, RecordedHour, Simulation } from '@auction-tiers/contract';
import { hourMs } from '@auction-tiers/recorded';
import type { ServiceHandlers } from '../../handlers/handlers.ts';

type Handlers = Pick<ServiceHandlers, 'recorded' | 'simulation'>;

/** How long a tool waits for a result. */
const waitMs = 60_000;
const hoursOfDay = 24;

/** The input of a tool; one that names no recorded hours gets the newest recorded day of its ym-profile. */
export async function withNewestDay(
  handlers: Handlers,
  call: CallContext,
  sent: Readonly<Record<string, unknown>>,
  as: 'log' | 'hours',
) {
  const { log, from: sentFrom, to: sentTo, ym_profile_id: id, member_id: member } = sent;
  if ([log, sentFrom, sentTo].some((one) => one !== undefined) || typeof id !== 'number') return sent;
  const asked = { ym_profile_id: id, ...(typeof member === 'number' ? { member_id: member } : {}) };
  const { items } = await handlers.recorded.list(call, asked);
  const whole = items.filter((hour: RecordedHour) => hour.auctions > 0 && (as === 'hours' || hour.is_whole));
  const [first, last] = [whole[0], whole.at(-1)];
  if (first === undefined || last === undefined) return sent;
  const toMs = Date.parse(last.hour) + hourMs;
  const fromMs = Math.max(Date.parse(first.hour), toMs - hoursOfDay * hourMs);
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  return as === 'hours' ? { ...sent, from, to } : { ...sent, log: { kind: 'recorded', from, to } };
}

/** Waits until a simulation is done, up to a minute, and reads its result; else gives the simulation as it is. */
export async function awaitResult(
  handlers: Handlers,
  call: CallContext,
  { id, member_id }: Simulation,
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: (simulation: Simulation) => Promise<void> },
) {
  const named = { id, ...(call.caller.memberId === null ? { member_id } : {}) };
  const over = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
  for await (const simulation of handlers.simulation.follow(call, named, over)) {
    await tell(simulation);
    if (simulation.state === 'done') return handlers.simulation.result(call, named);
  }
  return { simulation: await handlers.simulation.status(call, named) };
}
