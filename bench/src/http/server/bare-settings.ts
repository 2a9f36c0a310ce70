/** The settings of a bare server. */
export interface BareSettings {
  /** Length of its answer to an auction. */
  readonly answerBytes: number;
  readonly redisUrl: string;
}

const name = 'BARE_SETTINGS';

/** The settings as an environment variable: arguments are visible to every user, and the address of Redis has a password. */
export function toSettings(settings: BareSettings): Readonly<Record<string, string>> {
  return { [name]: JSON.stringify(settings) };
}

/** The settings of this process. */
export function readBareSettings(): BareSettings {
  return JSON.parse(process.env[name] ?? '') as BareSettings;
}

/** The bare servers' key of a tier, apart from the service's keys. */
export function bareKey(id: number | string): string {
  return `bench:tier:${id}`;
}
