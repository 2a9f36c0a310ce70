/** What a bare server is told when it starts. */
export interface BareOrder {
  /** Length of an answer to an auction. */
  readonly answerBytes: number;
  readonly redisUrl: string;
}

const name = 'BARE_ORDER';

/** The order as a setting of a bare server, since its address of Redis is not for everybody to see. */
export function toSettings(order: BareOrder): Readonly<Record<string, string>> {
  return { [name]: JSON.stringify(order) };
}

/** The order that this process was started with. */
export function readBareOrder(): BareOrder {
  return JSON.parse(process.env[name] ?? '') as BareOrder;
}

/** Where the bare servers keep a tier: apart from the service's own keys. */
export function bareKey(id: number | string): string {
  return `bench:tier:${id}`;
}
