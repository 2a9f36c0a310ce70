import { z } from 'zod';
import type { AuctionAnswer, BatchAnswer, ExplainedAuction } from '../auction/answer.ts';
import { type OpenRtbAnswer, OpenRtbBody } from '../auction/openrtb-body.ts';
import { AuctionBody } from '../auction/body.ts';
import { IdInput } from '../query/list-input.ts';
import { inKey } from '../resource/object.ts';
import { Id, Password } from '../value/scalar.ts';
import { apiKeyResource } from '../resources/api-key.ts';
import { type ChangeLogEntry, changeLogResource } from '../resources/change-log.ts';
import { countryResource } from '../resources/country.ts';
import { dmaResource } from '../resources/dma.ts';
import { forecastResource } from '../resources/forecast.ts';
import { memberResource } from '../resources/member.ts';
import { platformMemberResource } from '../resources/platform-member.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { userResource } from '../resources/user.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import { type LiveReport, LiveReportInput, reportDebug, ReportInput, type ReportPage } from '../report/report.ts';
import { reportCsv } from '../report/report-csv.ts';
import { ListRecorded, type RecordedContent, RecordedContentInput, type RecordedHour } from '../recorded/recorded.ts';
import { type Simulation, type SimulationResult, StartSimulation } from '../simulation/simulation.ts';
import { bareFile, TierSetDraft } from '../tier-set/draft-file.ts';
import { draftOperations } from './draft-operations.ts';
import { pastOperations } from './past-operations.ts';
import { type ImportAnswer, importKey } from '../tier-set/import-answer.ts';
import { auction, follow, get, one, open, page, post, read, type, value, write, written } from './operation.ts';
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

/** Auctions that one JSON batch may hold; NDJSON has no bound. */
export const maxBatch = 1000;

export const ImportInput = IdInput.extend({
  file: TierSetDraft,
  /** Answers what would be done, and does nothing. */
  dry_run: z.boolean().optional(),
  /** Entity tags, one of which the ym-profile's tier set must have. */
  if_match: IfMatch.optional(),
});
export type ImportInput = z.output<typeof ImportInput>;

const ListSimulations = z.strictObject({ ym_profile_id: Id.optional(), member_id: Id.optional() });
export type ListSimulations = z.output<typeof ListSimulations>;

/** Whatever is wrong with a password, the error never repeats it. */
const error = ({ input }: { readonly input?: unknown }) =>
  input === undefined ? 'is required (string)' : 'is not of the allowed form: a text of 1 to 1024 characters';

export const Login = z
  .strictObject({
    username: z.string().min(1).max(255).describe('Name of the user'),
    password: z.string({ error }).min(1, { error }).max(1024, { error }).describe('Password of the user'),
    new_password: Password.optional().describe(
      'The password that takes the place of it: required with a one-time password, and allowed with any',
    ),
  })
  .describe('Who logs in');

const lastEventId = z.string().nullish();

/** Of a body that is the input as it stands. */
const whole = (body: unknown) => body;

/**
 * Every operation of the service, once: what it is called in the router, the scope it needs, its input, its output and
 * how REST asks for it. The tRPC router, the REST paths, the OpenAPI document, the `Allow` header and the tests that go
 * through all operations are made from this table; `allOperations` lists it.
 */
export const operations = {
  tier: writable(tierResource),
  ymProfile: {
    ...writable(ymProfileResource),
    ...pastOperations,
    import: write({
      input: ImportInput,
      output: type<ImportAnswer>(),
      rest: post('/ym-profile/import', {
        query: { id: 'id', dry_run: 'flag', member_id: 'whole' },
        headers: ['idempotency-key', 'if-match'],
        body: { content: bareFile, as: 'file', size: 'tierSet' },
        answer: written(importKey),
      }),
    }),
  },
  profile: writable(profileResource),
  draft: draftOperations,
  forecast: stored(forecastResource),
  platformMember: writable(platformMemberResource),
  member: { ...stored(memberResource), ...creatable(memberResource), ...updatable(memberResource) },
  user: writable(userResource),
  apiKey: { ...stored(apiKeyResource), ...creatable(apiKeyResource), ...removable(apiKeyResource) },
  dma: lookup(dmaResource),
  country: lookup(countryResource),
  changeLog: {
    ...listed(changeLogResource),
    follow: follow({
      input: z.strictObject({ lastEventId }).default({}),
      output: type<ChangeLogEntry>(),
      eventId: ({ revision }) => revision,
    }),
  },
  simulation: {
    status: read({
      input: IdInput,
      output: type<Simulation>(),
      rest: get('/simulation', { when: ({ id }) => id !== undefined, query: byId, answer: one('simulation') }),
    }),
    list: read({
      input: ListSimulations.default({}),
      output: type<{ readonly count: number; readonly items: readonly Simulation[] }>(),
      rest: get('/simulation', {
        query: { ym_profile_id: 'whole', member_id: 'whole' },
        answer: page('simulations'),
      }),
    }),
    start: write({
      input: StartSimulation,
      output: type<Simulation>(),
      rest: post('/simulation', {
        query: { member_id: 'whole' },
        body: { content: inKey('simulation'), size: 'tierSet' },
        answer: written('simulation'),
      }),
    }),
    result: read({
      input: IdInput,
      output: type<SimulationResult>(),
      rest: get('/simulation/result', { query: byId, answer: one('simulation-result') }),
    }),
    follow: follow({
      input: IdInput.extend({ lastEventId }),
      output: type<Simulation>(),
      eventId: ({ state, progress }) => `${state} ${progress}`,
    }),
  },
  report: {
    rows: read({
      input: ReportInput,
      output: type<ReportPage>(),
      rest: get('/report', {
        query: {
          ym_profile_id: 'whole',
          start_date: 'text',
          end_date: 'text',
          group_by: 'text',
          sort: 'text',
          start_element: 'whole',
          num_elements: 'whole',
          member_id: 'whole',
        },
        answer: page('report-rows', reportDebug),
        csvColumns: reportCsv,
      }),
    }),
    live: follow({
      input: LiveReportInput,
      output: type<LiveReport>(),
      eventId: ({ id }) => id,
    }),
  },
  recorded: {
    list: read({
      input: ListRecorded,
      output: type<{ readonly count: number; readonly items: readonly RecordedHour[] }>(),
      rest: get('/recorded', { query: { ym_profile_id: 'whole', member_id: 'whole' }, answer: page('recorded') }),
    }),
    content: read({
      input: RecordedContentInput,
      output: type<RecordedContent>(),
      rest: get('/recorded/content', {
        query: { ym_profile_id: 'whole', member_id: 'whole', from: 'text', to: 'text', hours: 'text', after: 'text' },
        answer: one('recorded-content'),
      }),
    }),
  },
  auction: {
    run: auction({
      input: AuctionBody,
      output: type<AuctionAnswer>(),
      rest: post('/auction', { body: { content: whole, size: 'auction' }, answer: value('auction') }),
    }),
    explain: auction({
      input: AuctionBody,
      output: type<ExplainedAuction>(),
      rest: post('/auction/explain', { body: { content: whole, size: 'auction' }, answer: value('auction') }),
    }),
    /** Bodies are parsed one by one, so that an invalid one does not fail the others. */
    runMany: auction({
      input: z.strictObject({ auctions: z.array(z.unknown()).max(maxBatch) }),
      output: type<{ auctions: BatchAnswer[] }>(),
      rest: post('/auction/batch', {
        body: { content: whole, size: 'auctionBatch', mayBeLines: true },
        answer: { form: 'parts', term: 'auctions' },
      }),
    }),
    openrtb: auction({
      input: OpenRtbBody,
      output: type<OpenRtbAnswer>(),
      rest: post('/openrtb2/auction', {
        query: { ym_profile_id: 'whole', seats: 'seats', seed: 'text' },
        body: { content: whole, size: 'auction', precedence: 'query' },
        answer: { form: 'parts', term: 'auctions', debug: ['stray_bids'] },
      }),
    }),
  },
  auth: {
    login: open({
      input: Login,
      output: type<{ token: string }>(),
      rest: post('/auth', {
        body: { content: inKey('auth'), size: 'login' },
        answer: { form: 'parts', term: null },
      }),
    }),
  },
};
