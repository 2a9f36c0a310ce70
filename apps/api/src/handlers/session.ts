import { type Context, type Handlers, invalid, type Login, ServiceError } from '@auction-tiers/contract';
import type { z } from 'zod';
import { ForwardedLogins } from '../auth/forwarded-logins.ts';
import { login } from '../auth/login.ts';
import { credentialOf } from '../auth/look-up.ts';
import { noteTold, type Person, tellActs, type Untold, untoldOf } from './request/act-on-user.ts';
import type { Deps } from './request/deps.ts';

export interface SessionHandlers {
  readonly auth: Handlers['auth'];
  /** Ends the page's token, if there is one; `context`: of the log-out request, which is then audited. */
  readonly endToken: (token: string | undefined, context?: Context) => Promise<void>;
  /** What others have changed of a user and its keys, of which the page has not told it. */
  readonly untoldOf: (user: Person) => Promise<Untold | null>;
  /** Notes that the page has told a user of the changes up to a revision. */
  readonly noteTold: (user: Person, revision: string, requestId: string) => Promise<void>;
}

/** Logs users in and out, counts refusals, and writes to the audit log. */
export function sessionHandlers(deps: Deps): SessionHandlers {
  const { audit, mirror, store, throttle, credentialIndex, clock } = deps;
  const forwarded = new ForwardedLogins(deps.log);

  /** Null for a name that no user has: it may be a password in the wrong field. */
  const knownName = (username: string): string | null =>
    mirror.rows('user', null).some((row) => row['username'] === username) ? username : null;

  /** The other user who last made or changed a user; undefined: none, or another manager has confirmed it since. */
  const unconfirmedChangerOf = (userId: number): unknown => {
    const user = mirror.row('user', null, userId);
    return user?.['confirmed_by'] === null ? (user['changed_by'] ?? undefined) : undefined;
  };

  async function logIn(context: Context, input: z.output<typeof Login>): Promise<{ token: string }> {
    forwarded.note(context.client);
    try {
      const { token, ...user } = await login(deps, input, clock.epochMs(), context);
      audit.tell('login', context, {
        user: user.username,
        changed_by: unconfirmedChangerOf(user.userId),
        ...(input.new_password === undefined ? {} : { new_password: true }),
      });
      // Not where its caller would not see the warnings: the seven days run from when the user was told.
      if (context.showsWarnings === true) await tellActs(deps, user, context);
      return { token };
    } catch (error) {
      const why = error instanceof ServiceError ? error.kind : 'unknown';
      if (why === 'rate_exceeded') throttle.refusals.login++;
      audit.tell('login_failed', context, { user: knownName(input.username), why });
      throw error;
    }
  }

  /** Ends a token: for this process at once, for all replicas within `revocationMs`. */
  async function endToken(token: string | undefined, context?: Context): Promise<void> {
    const sent = credentialOf(token);
    if (sent instanceof ServiceError || sent.kind === 'key') return;
    await store.credentials.removeToken(sent.hash);
    await credentialIndex.follow();
    if (context !== undefined) audit.tell('logout', context);
  }

  return {
    endToken,
    untoldOf: (user) => untoldOf(deps, user),
    noteTold: (user, revision, requestId) => noteTold(deps, user, revision, requestId),
    auth: {
      login: logIn,
      async logout(call) {
        const sent = credentialOf(call.credential);
        if (!(sent instanceof ServiceError) && sent.kind === 'key') {
          const message = 'is an API key, allowed: a token of POST /auth; DELETE /api-key revokes a key';
          throw invalid([{ path: 'authorization', message }]);
        }
        await endToken(call.credential, call);
        return {};
      },
    },
  };
}
