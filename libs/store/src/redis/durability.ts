import { StoreUnusable } from '../store-error.ts';
import type { RedisLink } from './link.ts';
import { toTexts, pairs } from './reply.ts';
import type { Server } from './server.ts';

/** How an acknowledged write is known to survive a crash of Redis. */
export interface Durability {
  /** `always`: synced before the reply. `confirmed`: the store waits for the sync. `unconfirmed`: it may be lost. */
  readonly policy: 'always' | 'confirmed' | 'unconfirmed';
  /** Redis's settings; `unknown` where it does not let us read them. */
  readonly appendonly: string;
  readonly appendfsync: string;
}

/** Finds out what the server promises. */
export async function inspectDurability(link: RedisLink, server: Server): Promise<Durability> {
  const { appendonly, appendfsync } = await readSettings(link);
  const settings = { appendonly, appendfsync };
  if (appendonly === 'yes' && appendfsync === 'always') return { policy: 'always', ...settings };
  const canConfirm = server.confirmsSync && appendonly !== 'no' && (await confirmsNow(link));
  return { policy: canConfirm ? 'confirmed' : 'unconfirmed', ...settings };
}

/** What to tell people, or null when acknowledged writes are safe. */
export function durabilityWarning({ policy, appendonly, appendfsync }: Durability, server: Server): string | null {
  if (policy !== 'unconfirmed') return null;
  return (
    `${server.name === 'valkey' ? 'Valkey' : 'Redis'} ${server.version} may lose acknowledged writes when it crashes ` +
    `(appendonly ${appendonly}, appendfsync ${appendfsync}); set "appendonly yes" and "appendfsync always", ` +
    'or use Redis 7.2 or newer with "appendonly yes"'
  );
}

/** Throws when writes must be durable and are not known to be. */
export function requireDurability(durability: Durability, server: Server): void {
  const warning = durabilityWarning(durability, server);
  if (warning !== null) throw new StoreUnusable(`REQUIRE_DURABLE is set, but ${warning}`);
}

async function readSettings(link: RedisLink): Promise<{ appendonly: string; appendfsync: string }> {
  try {
    const flat = toTexts(await link.run('CONFIG', 'GET', 'append*'));
    const { appendonly = 'unknown', appendfsync = 'unknown' } = pairs(flat);
    return { appendonly, appendfsync };
  } catch {
    // Managed servers do not offer CONFIG.
    return { appendonly: 'unknown', appendfsync: 'unknown' };
  }
}

/** Whether WAITAOF is allowed and there is a log to wait for; without one it is an error. */
async function confirmsNow(link: RedisLink): Promise<boolean> {
  try {
    return Array.isArray(await link.run('WAITAOF', '1', '0', '1'));
  } catch {
    return false;
  }
}
