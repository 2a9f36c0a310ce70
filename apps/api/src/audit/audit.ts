import type { Context, ServiceError } from '@auction-tiers/contract';
import type { Logger } from 'pino';

/** Most lines per minute about refusals of one user or address: a runaway program must not fill the disk. */
const mostRefusalsPerMinute = 60;
const minuteMs = 60_000;

/** The events, and their words in the log. */
const events = {
  login: 'logged in',
  login_failed: 'a log-in failed',
  logout: 'logged out',
  change: 'a user, a key or the settings of a member have changed',
  restore: 'a ym-profile was restored',
  refused: 'a right was refused',
} as const;
type AuditEvent = keyof typeof events;

/** The part of a request that says who made it. */
type Asked = Pick<Context, 'client' | 'requestId'> & { readonly caller?: Context['caller'] };

/** Writes a log line with `"audit":true` for each event of interest to an auditor: names and ids, never secrets. */
export class Audit {
  readonly #log: Logger | null;
  readonly #refusals = new Map<string, number>();
  #minute = 0;
  #leftOut = 0;

  /** `isOn`: whether events are logged. They are logged at every level of the log, unless that is silent. */
  constructor(log: Logger, isOn: boolean) {
    this.#log = isOn && log.level !== 'silent' ? log.child({ audit: true }, { level: 'info' }) : null;
  }

  tell(event: AuditEvent, { caller, client, requestId }: Asked, facts: Readonly<Record<string, unknown>> = {}): void {
    if (this.#log === null) return;
    const user = caller !== undefined && 'username' in caller ? caller.username : undefined;
    const address = client?.address();
    const isRefusal = event === 'refused' || event === 'login_failed';
    if (isRefusal && !this.#mayTell(user ?? address ?? '')) return;
    const leftOut = isRefusal && this.#leftOut > 0 ? { left_out: this.#leftOut } : {};
    if (isRefusal) this.#leftOut = 0;
    this.#log.info({ event, user, address, request_id: requestId, ...facts, ...leftOut }, events[event]);
  }

  /** Logs an error that says that its caller lacks a right. */
  refusal(error: ServiceError, asked: Asked, operation: string): void {
    if (error.kind === 'forbidden') this.tell('refused', asked, { operation, why: error.message });
  }

  #mayTell(whom: string): boolean {
    const minute = Math.floor(performance.now() / minuteMs);
    if (minute !== this.#minute) this.#refusals.clear();
    this.#minute = minute;
    const count = (this.#refusals.get(whom) ?? 0) + 1;
    this.#refusals.set(whom, count);
    if (count > mostRefusalsPerMinute) this.#leftOut++;
    return count <= mostRefusalsPerMinute;
  }
}
