import type { Context, Plain, ServiceError } from '@auction-tiers/contract';
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
  approve: 'a draft was approved',
  schedule: 'a draft was scheduled',
  unschedule: 'the time of a scheduled draft was taken back',
  suspend: 'a scheduled draft was suspended',
  publish: 'a draft was published',
  experiment_start: 'an experiment has started',
  experiment_pause: 'an experiment was paused',
  experiment_resume: 'an experiment was resumed',
  experiment_end: 'an experiment has ended',
  refused: 'a right was refused',
} as const;
type AuditEvent = keyof typeof events;

/** The event of a draft or an experiment that gets a state. */
const stateEvents: Readonly<Record<string, Readonly<Record<string, AuditEvent>>>> = {
  draft: { open: 'unschedule', scheduled: 'schedule', suspended: 'suspend', published: 'publish' },
  experiment: { running: 'experiment_start', paused: 'experiment_pause', ended: 'experiment_end' },
};

/** The event of a change of a draft or an experiment; undefined: a change that an auditor does not ask for. */
function eventOf(service: string, before: Plain | null, after: Plain): AuditEvent | undefined {
  if (before?.['state'] === after['state']) {
    const { approved_etag: tag = null } = after;
    return service === 'draft' && tag !== null && tag !== before?.['approved_etag'] ? 'approve' : undefined;
  }
  // A new draft is open, and a new experiment planned; a hold-back starts as it is made.
  if (before === null && after['state'] === 'open') return undefined;
  if (before?.['state'] === 'paused' && after['state'] === 'running') return 'experiment_resume';
  return stateEvents[service]?.[String(after['state'])];
}

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

  /** Logs a change of a draft or an experiment that changes which tiers are live, or may. `before`: null for a new one; `user`: where no caller asks. */
  live(
    service: string,
    { before, after }: { readonly before: Plain | null; readonly after: Plain },
    asked: Asked & { readonly user?: string },
  ): void {
    const event = service in stateEvents ? eventOf(service, before, after) : undefined;
    if (event === undefined) return;
    const { id, member_id, ym_profile_id, approved_by, outcome } = after;
    this.tell(event, asked, {
      service,
      id,
      member_id,
      ym_profile_id,
      ...(asked.user === undefined ? {} : { user: asked.user }),
      ...(event === 'publish' ? { approved_by } : {}),
      ...(event === 'experiment_end' ? { outcome } : {}),
    });
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
