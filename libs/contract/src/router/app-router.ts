import { z } from 'zod';
import { apiKeyResource } from '../resources/api-key.ts';
import { countryResource } from '../resources/country.ts';
import { dmaResource } from '../resources/dma.ts';
import { memberResource } from '../resources/member.ts';
import { platformMemberResource } from '../resources/platform-member.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { userResource } from '../resources/user.ts';
import { auctionRouter, type AuctionHandlers } from './auction-router.ts';
import { changeLogRouter, type ChangeLogHandlers } from './change-log-router.ts';
import type { Context } from '../caller/caller.ts';
import { open, router } from './procedure.ts';
import {
  type CreateHandlers,
  fixedRouter,
  lastingRouter,
  type ReadHandlers,
  readRouter,
  type RemoveHandlers,
  type UpdateHandlers,
  type WriteHandlers,
  writeRouter,
} from './resource-router.ts';
import { type SimulationHandlers, simulationRouter } from './simulation-router.ts';
import { type YmProfileHandlers, ymProfileRouter } from './ym-profile-router.ts';

interface ResourceSchemas {
  readonly Output: z.ZodType;
  readonly Create: z.ZodType;
  readonly Update: z.ZodType;
}
type Reads<R extends ResourceSchemas> = ReadHandlers<z.output<R['Output']>>;
type Creates<R extends ResourceSchemas> = CreateHandlers<z.output<R['Output']>, z.output<R['Create']>>;
type Updates<R extends ResourceSchemas> = UpdateHandlers<z.output<R['Output']>, z.output<R['Update']>>;
type Writes<R extends ResourceSchemas> = WriteHandlers<
  z.output<R['Output']>,
  z.output<R['Create']>,
  z.output<R['Update']>
>;

/** Whatever is wrong with it, a password is never repeated. */
const error = ({ input }: { readonly input?: unknown }) =>
  input === undefined ? 'is required (string)' : 'is not of the allowed form: a text of 1 to 1024 characters';

export const Login = z.strictObject({
  username: z.string().min(1).max(255),
  password: z.string({ error }).min(1, { error }).max(1024, { error }),
});

/** One handler an operation; a missing one does not compile. */
export interface Handlers {
  readonly tier: Writes<typeof tierResource>;
  readonly ymProfile: YmProfileHandlers;
  readonly profile: Writes<typeof profileResource>;
  readonly platformMember: Writes<typeof platformMemberResource>;
  readonly member: Creates<typeof memberResource> & Updates<typeof memberResource>;
  readonly user: Writes<typeof userResource>;
  readonly apiKey: Creates<typeof apiKeyResource> & RemoveHandlers<z.output<(typeof apiKeyResource)['Output']>>;
  readonly dma: Reads<typeof dmaResource>;
  readonly country: Reads<typeof countryResource>;
  readonly auction: AuctionHandlers;
  readonly changeLog: ChangeLogHandlers;
  readonly simulation: SimulationHandlers;
  readonly auth: { login(context: Context, input: z.output<typeof Login>): Promise<{ token: string }> };
}

/** The one router behind every door. */
export const createRouter = (handlers: Handlers) =>
  router({
    tier: writeRouter(tierResource, handlers.tier),
    ymProfile: ymProfileRouter(handlers.ymProfile),
    profile: writeRouter(profileResource, handlers.profile),
    platformMember: writeRouter(platformMemberResource, handlers.platformMember),
    member: lastingRouter(memberResource, handlers.member),
    user: writeRouter(userResource, handlers.user),
    apiKey: fixedRouter(apiKeyResource, handlers.apiKey),
    dma: readRouter(dmaResource, handlers.dma),
    country: readRouter(countryResource, handlers.country),
    auction: auctionRouter(handlers.auction),
    changeLog: changeLogRouter(handlers.changeLog),
    simulation: simulationRouter(handlers.simulation),
    auth: router({ login: open.input(Login).mutation(({ ctx, input }) => handlers.auth.login(ctx, input)) }),
  });

export type AppRouter = ReturnType<typeof createRouter>;
