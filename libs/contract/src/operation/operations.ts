import { z } from 'zod';
import type { AuctionAnswer, BatchAnswer, ExplainedAuction } from '../auction/answer.ts';
import { type OpenRtbAnswer, OpenRtbBody } from '../auction/openrtb-body.ts';
import { AuctionBody } from '../auction/body.ts';
import { ActingFor, IdInput } from '../query/list-input.ts';
import { inKey } from '../resource/object.ts';
import { Id, Password } from '../value/scalar.ts';
import { alertResource } from '../resources/alert.ts';
import { apiKeyResource } from '../resources/api-key.ts';
import { type AlertTest, alertTestKey, AlertTestInput, channelResource } from '../resources/channel.ts';
import { type ChangeLogEntry, changeLogResource } from '../resources/change-log.ts';
import { countryResource } from '../resources/country.ts';
import { dmaResource } from '../resources/dma.ts';
import { forecastResource } from '../resources/forecast.ts';
import { memberResource } from '../resources/member.ts';
import { platformMemberResource } from '../resources/platform-member.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { userResource } from '../resources/user.ts';
import { viewResource, type ViewSent, viewSentKey } from '../resources/view.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import { AskRecordedInput, type RecordedAnswer } from '../recorded/ask-recorded.ts';
import { ListRecorded, type RecordedContent, RecordedContentInput, type RecordedHour } from '../recorded/recorded.ts';
import { type Simulation, type SimulationResult, StartSimulation } from '../simulation/simulation.ts';
import { bareFile, TierSetDraft } from '../tier-set/draft-file.ts';
import { draftOperations } from './draft-operations.ts';
import { experimentOperations } from './experiment-operations.ts';
import { pastOperations } from './past-operations.ts';
import { reportOperations } from './report-operations.ts';
import { type ImportAnswer, importKey } from '../tier-set/import-answer.ts';
import {
  drafting,
  auction,
  del,
  follow,
  get,
  inMoney,
  one,
  open,
  page,
  post,
  presence,
  read,
  type,
  value,
  write,
  written,
} from './operation.ts';
import {
  byId,
  creatable,
  IfMatch,
  listed,
  lookup,
  removable,
  stored,
  updatable,
  writable,
} from './resource-operations.ts';

/** Auctions that one batch may hold. */
export const maxBatch = 1000;

export const ImportInput = IdInput.extend({
  file: TierSetDraft,
  dry_run: z.boolean().optional().describe('`true`: only answers what would be done'),
  /** Entity tags, one of which the ym-profile's tier set must have. */
  if_match: IfMatch.optional(),
});
export type ImportInput = z.output<typeof ImportInput>;

const ListSimulations = z.strictObject({
  ym_profile_id: Id.optional().describe('Only those of this yield management profile'),
  member_id: ActingFor.optional(),
});
export type ListSimulations = z.output<typeof ListSimulations>;

/** The error for an invalid password, which never repeats it. */
const error = ({ input }: { readonly input?: unknown }) =>
  input === undefined ? 'is required (string)' : 'is not of the allowed form: a text of 1 to 1024 characters';

export const Login = z
  .strictObject({
    username: z.string().min(1).max(255).describe('Name of the user'),
    password: z.string({ error }).min(1, { error }).max(1024, { error }).describe('Password of the user'),
    new_password: Password.optional().describe(
      'New password of the user: required with a one-time password, else optional',
    ),
  })
  .describe('Credentials of a user');

const lastEventId = z.string().nullish();

/** For a body that is the input itself. */
const whole = (body: unknown) => body;

/**
 * Every operation of the service, once: its name in the router, its scope, its input, its output and its REST route.
 * The tRPC router, the REST paths, the OpenAPI document, the `Allow` header and the tests of all operations are made
 * from this table; `allOperations` lists it.
 */
export const operations = {
  tier: writable(tierResource),
  ymProfile: {
    ...writable(ymProfileResource),
    ...pastOperations,
    import: write({
      input: ImportInput,
      output: type<ImportAnswer>(),
      words: {
        id: 'importYmProfile',
        summary: 'Import a file: replace the tiers of a yield management profile, and their profiles',
        request: { id: 1, dry_run: true },
        description:
          "All of it is done or nothing, in one step. An entry with the id of one of its tiers or profiles replaces it; other entries are created, and objects that the file lacks are deleted. A profile that other ym-profiles use too is never changed. The ym-profile itself is not changed, nor are the seller's fee, time zone and currency.",
        errors: [404, 409, 412],
      },
      rest: post('/ym-profile/import', {
        query: { id: 'id', dry_run: 'flag', member_id: 'whole' },
        headers: ['idempotency-key', 'if-match'],
        body: { content: bareFile, as: 'file', size: 'tierSet' },
        answer: inMoney(written(importKey)),
      }),
    }),
  },
  profile: writable(profileResource),
  draft: draftOperations,
  experiment: experimentOperations,
  forecast: stored(forecastResource),
  alert: {
    ...stored(alertResource),
    ...updatable(alertResource),
    test: write({
      input: AlertTestInput,
      output: type<AlertTest>(),
      words: {
        id: 'testAlert',
        summary: 'Send a test to a channel, and say what came of it',
        description: 'The channel is that of the example of `POST /channel`.',
        request: { channel_id: 1 },
        errors: [404],
      },
      rest: post('/alert/test', {
        query: { channel_id: 'whole', member_id: 'whole' },
        answer: { form: 'value', term: alertTestKey },
      }),
    }),
  },
  channel: writable(channelResource),
  view: {
    ...writable(viewResource),
    send: write({
      input: IdInput,
      output: type<ViewSent>(),
      words: {
        id: 'sendView',
        summary: 'Send a view to its channel at once, and say what came of it',
        description: 'Its schedule stays as it is. By mail it counts among the 20 an hour of the channels.',
        request: { id: 1 },
        errors: [404],
      },
      rest: post('/view/send', { query: byId, answer: { form: 'value', term: viewSentKey } }),
    }),
  },
  platformMember: writable(platformMemberResource),
  member: { ...stored(memberResource), ...creatable(memberResource), ...updatable(memberResource) },
  user: writable(userResource),
  apiKey: { ...stored(apiKeyResource), ...creatable(apiKeyResource), ...removable(apiKeyResource) },
  dma: lookup(dmaResource),
  country: lookup(countryResource),
  changeLog: {
    ...listed(changeLogResource),
    follow: follow({
      input: z.strictObject({ lastEventId, member_id: ActingFor.optional() }).default({}),
      output: type<ChangeLogEntry>(),
      eventId: ({ revision }) => revision,
    }),
  },
  simulation: {
    status: read({
      input: IdInput,
      output: type<Simulation>(),
      words: {
        id: 'readSimulation',
        summary: 'View simulations: one, or all that are kept, newest first',
        description:
          '`GET /simulation?id=1` gives one; with `id` only `member_id` may be sent. A simulation is kept for 30 days. `state` goes from `queued` through `running` to `done` or `failed`.',
        errors: [404],
      },
      rest: get('/simulation', { when: ({ id }) => id !== undefined, query: byId, answer: inMoney(one('simulation')) }),
    }),
    list: read({
      input: ListSimulations.default({}),
      output: type<{ readonly count: number; readonly items: readonly Simulation[] }>(),
      rest: get('/simulation', {
        query: { ym_profile_id: 'whole', member_id: 'whole' },
        answer: inMoney(page('simulations')),
      }),
    }),
    start: drafting({
      input: StartSimulation,
      output: type<Simulation>(),
      words: {
        id: 'startSimulation',
        summary: 'Start a simulation: compare a draft with the live tiers over a log, or advise what to change',
        description:
          "The draft has the form of an import and is checked like one. Bids and auctions of the log that name no fee have the seller's, under both tier sets; a fee in the draft is ignored. The simulation runs in the background; the same inputs again give the simulation that exists.",
        errors: [404, 409],
      },
      rest: post('/simulation', {
        query: { member_id: 'whole' },
        body: { content: inKey('simulation'), size: 'tierSet' },
        answer: inMoney(written('simulation')),
      }),
    }),
    result: read({
      input: IdInput,
      output: type<SimulationResult>(),
      words: {
        id: 'readSimulationResult',
        summary: 'View the report of a simulation that is done',
        description:
          'The report is the one that `npm run simulate -- compare` writes: what the draft would have earned, by how much that may be off, who gains and who loses. The example shows the first of its attributes.',
        request: { id: 1 },
        errors: [404, 409],
      },
      rest: get('/simulation/result', { query: byId, answer: inMoney(one('simulation-result')) }),
    }),
    follow: follow({
      input: IdInput.extend({ lastEventId }),
      output: type<Simulation>(),
      eventId: ({ state, progress }) => `${state} ${progress}`,
    }),
  },
  ...reportOperations,
  recorded: {
    list: read({
      input: ListRecorded,
      output: type<{ readonly count: number; readonly items: readonly RecordedHour[] }>(),
      words: {
        id: 'readRecorded',
        summary: 'View which hours of auctions are recorded',
        description: 'A simulation may name these hours as its log.',
        request: { ym_profile_id: 1 },
        errors: [404],
      },
      rest: get('/recorded', { query: { ym_profile_id: 'whole', member_id: 'whole' }, answer: page('recorded') }),
    }),
    content: read({
      input: RecordedContentInput,
      output: type<RecordedContent>(),
      words: {
        id: 'readRecordedContent',
        summary: 'Download recorded auctions, part by part',
        description:
          'Auctions are recorded by whole hours. Each part has about 1 MiB of compressed lines; ask again with `after` until `next` is null. `npm run simulate -- replay --recorded FROM..TO --api URL` does that.',
        request: { ym_profile_id: 1, from: '2026-11-21T09:00:00Z', to: '2026-11-21T10:00:00Z' },
        errors: [404],
      },
      rest: get('/recorded/content', {
        query: {
          ym_profile_id: 'whole',
          member_id: 'whole',
          from: 'text',
          to: 'text',
          hours: 'text',
          after: 'text',
          part_bytes: 'whole',
        },
        answer: inMoney(one('recorded-content')),
      }),
    }),
    ask: read({
      input: AskRecordedInput,
      output: type<RecordedAnswer>(),
      words: {
        id: 'askRecorded',
        summary:
          'Ask about the recorded auctions of some hours, decided again under the live tiers or those of a draft',
        description:
          '`find` gives auctions with an id each, by buyer, tier, outcome and price; `auction` with such an id gives one, and `explained` why it ends as it does: for each bid what became of it, its price less the fee, what every tier saw, and `min_to_win`, the least gross price with which it alone would have won. Counts are of a sample of the hours.',
        request: { ym_profile_id: 1, from: '2026-11-21T09:00:00Z', to: '2026-11-21T10:00:00Z' },
        errors: [404],
      },
    }),
  },
  auction: {
    run: auction({
      input: AuctionBody,
      output: type<AuctionAnswer>(),
      words: {
        id: 'runAuction',
        summary: 'Run an auction',
        errors: [404],
      },
      rest: post('/auction', {
        headers: ['idempotency-key'],
        body: { content: whole, size: 'auction' },
        answer: inMoney(value('auction')),
      }),
    }),
    explain: auction({
      input: AuctionBody,
      output: type<ExplainedAuction>(),
      words: {
        id: 'explainAuction',
        summary: 'Run an auction and explain it, for every bid and every tier',
        description:
          'Takes the same body and decides the same auction. For each bid the answer lists every tier in the order of checking, with the first condition that the bid did not meet: the value seen and the value needed.',
        errors: [404],
      },
      rest: post('/auction/explain', { body: { content: whole, size: 'auction' }, answer: inMoney(value('auction')) }),
    }),
    /** Bodies are parsed one by one, so that an invalid one does not fail the others. */
    runMany: auction({
      input: z.strictObject({ auctions: z.array(z.unknown()).max(maxBatch) }),
      output: type<{ auctions: BatchAnswer[] }>(),
      words: {
        id: 'runAuctions',
        summary: 'Run many auctions',
        description: `The answers are in the order of the bodies. An auction that cannot be run has its error in its place, as in the example \`failed\`, and the others go on.`,
      },
      rest: post('/auction/batch', {
        headers: ['idempotency-key'],
        body: { content: whole, size: 'auctionBatch' },
        answer: inMoney({ form: 'parts', term: 'auctions' }),
      }),
    }),
    openrtb: auction({
      input: OpenRtbBody,
      output: type<OpenRtbAnswer>(),
      words: {
        id: 'runOpenRtbAuction',
        summary: 'Run the auctions of an OpenRTB 2.6 bid request, one per impression',
        description:
          'The ym-profile is that of the query, else that of `site`, `app` or `dooh.publisher.id`. A seat names a buyer by id, by name in the directory, or through `seats`.',
        errors: [404],
        tag: 'auction',
      },
      rest: post('/openrtb2/auction', {
        headers: ['idempotency-key'],
        query: { ym_profile_id: 'whole', seats: 'seats', seed: 'text', gzip: 'gzip' },
        body: { content: whole, size: 'openRtb', precedence: 'query' },
        answer: inMoney({ form: 'parts', term: 'auctions', debug: ['stray_bids'] }),
      }),
    }),
  },
  auth: {
    login: open({
      input: Login,
      output: type<{ token: string }>(),
      words: {
        id: 'login',
        summary: 'Exchange a username and password for a token',
        description:
          'A token is valid for 2 hours after its last use, and 24 hours at most. `new_password` replaces the password first; a one-time password needs it (400 without).',
      },
      rest: post('/auth', {
        body: { content: inKey('auth'), size: 'login' },
        answer: { form: 'parts', term: null },
      }),
    }),
    logout: presence({
      input: z.strictObject({}).default({}),
      output: type<object>(),
      words: {
        id: 'logout',
        summary: 'End a token',
        description: 'For a token only; `DELETE /api-key` revokes a key.',
      },
      rest: del('/auth', { answer: { form: 'parts', term: null } }),
    }),
  },
};
