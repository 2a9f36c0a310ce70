import {
  type Alert,
  alertResource,
  type AuctionTier,
  type Forecast,
  forecastResource,
  type Handlers,
  type PlatformMember,
  platformMemberResource,
  profileResource,
  type TargetingProfile,
  tierCompletion,
  tierResource,
  type YmProfile,
  ymProfileResource,
} from '@auction-tiers/contract';
import { ConcurrencyLimit } from '../loop/concurrency-limit.ts';
import { type AuctionHandlers, auctionHandlers } from './auction/auction.ts';
import type { Audit } from '../audit/audit.ts';
import { type SessionHandlers, sessionHandlers } from './session.ts';
import { reportHandlers } from './report/handlers.ts';
import { sentView } from './report/sent-view.ts';
import { unknownSeatHandlers } from './report/unknown-seats.ts';
import { todayHandlers } from './today/today.ts';
import { movementHandlers } from './movement/movement.ts';
import { calendarHandlers } from './usual/holidays.ts';
import { usualHandlers } from './usual/usual.ts';
import { recordedHandlers } from './recorded/recorded.ts';
import { askingRecorded } from './sample/ask.ts';
import { simulationHandlers } from './simulation/handlers.ts';
import { diffTierSets } from './draft/diff.ts';
import { lintTiers } from './lint/lint.ts';
import { exportDeciding } from './experiment/deciding-tier-set.ts';
import { readHistory } from './history/history.ts';
import { restoring } from './history/restore.ts';
import { undoing } from './history/undo.ts';
import { draftObjectHandlers } from './draft/draft.ts';
import { experimentHandlers } from './experiment/experiment.ts';
import { approveDraft, unscheduleDraft } from './draft/act.ts';
import { besideScheduled } from './draft/beside-scheduled.ts';
import { tellOfLive } from './draft/tell-of-live.ts';
import { askDraft } from './draft/ask.ts';
import { goBack } from './draft/go-back.ts';
import { publishDraft } from './draft/publish.ts';
import { rebaseDraft } from './draft/rebase.ts';
import { startDraftSimulation } from './draft/simulated.ts';
import { watchDraft } from './draft/watch.ts';
import { movesPublishers } from './draft/publishers.ts';
import { createWithYmProfile } from './tier-set/first-ym-profile.ts';
import { importTierSet } from './tier-set/import.ts';
import { apiKeyHandlers } from './resource/api-key.ts';
import { channelHandlers } from './resource/channel.ts';
import { viewHandlers } from './resource/view.ts';
import { type MemoryQuery, viewMemory } from '../mirror/memory-view.ts';
import { changeLogHandlers } from './resource/change-log.ts';
import { countryHandlers } from './resource/country.ts';
import { Currencies } from './request/currency.ts';
import type { Deps } from './request/deps.ts';
import { Subscriptions } from './request/subscriptions.ts';
import { dmaHandlers } from './resource/dma.ts';
import { memberHandlers } from './resource/member.ts';
import { profileRules } from './resource/profile.ts';
import { storedHandlers } from './resource/stored.ts';
import { userHandlers } from './resource/user.ts';

/** The handlers of all operations, and functions for single doors: fast path, page session, view of memory. */
export interface ServiceHandlers extends Handlers {
  readonly auction: AuctionHandlers;
  readonly viewMemory: (query: MemoryQuery) => Promise<object>;
  readonly endToken: SessionHandlers['endToken'];
  readonly untoldOf: SessionHandlers['untoldOf'];
  readonly noteTold: SessionHandlers['noteTold'];
  /** Whether the installation has a mail server. */
  readonly sendsMail: boolean;
  readonly audit: Audit;
  readonly currencies: Currencies;
}

/** Imports of more tiers than the first figure are large; at most the second figure of them run at once. */
const [largeImport, mostLargeImports] = [1000, 8];

export function createHandlers(deps: Deps): ServiceHandlers {
  const largeImports = new ConcurrencyLimit(mostLargeImports, `imports of more than ${largeImport} tiers`);
  const subscriptions = new Subscriptions();
  const { settings, audit } = deps;
  const channels = channelHandlers(deps);
  const currencies = new Currencies(deps.mirror);
  const handlers: Omit<ServiceHandlers, 'today'> = {
    audit,
    currencies,
    tier: storedHandlers<AuctionTier>(tierResource, deps, {
      complete: tierCompletion(deps.buyerNames),
      limit: settings.MAX_TIERS_PER_MEMBER,
      isPublished: true,
      tell: async (call, { id, memberId: owner, before, after }) => {
        if (owner === null) return;
        const row = deps.mirror.row('ym-auction-tier', owner, id);
        const touched = [before, after, row].map((one) => one?.['ym_profile_id']).filter((one) => one !== undefined);
        await tellOfLive(deps, call, owner, new Set(touched as number[]));
      },
    }),
    ymProfile: {
      ...storedHandlers<YmProfile>(ymProfileResource, deps, {
        limit: settings.MAX_YM_PROFILES_PER_MEMBER,
        decides: movesPublishers,
      }),
      exportTagged: (call, input) => exportDeciding(deps, call, input),
      import: (call, input) => {
        const work = () => importTierSet(deps, call, input, (change) => besideScheduled(deps, change));
        return input.file.tiers.length > largeImport ? largeImports.run(work) : work();
      },
      lint: (call, input) => lintTiers(deps, call, input),
      diff: (call, input) => diffTierSets(deps, call, input),
      history: (call, input) => readHistory(deps, call, input),
      restore: (call, input) => goBack(deps, call, input, restoring),
      undo: (call, input) => goBack(deps, call, input, undoing),
    },
    profile: storedHandlers<TargetingProfile>(
      profileResource,
      deps,
      profileRules(deps, (...live) => tellOfLive(deps, ...live)),
    ),
    draft: {
      ...draftObjectHandlers(deps),
      publish: (call, input) => publishDraft(deps, call, input),
      rebase: (call, input) => rebaseDraft(deps, call, input),
      unschedule: (call, input) => unscheduleDraft(deps, call, input),
      approve: (call, input) => approveDraft(deps, call, input),
      ask: (call, input) => askDraft(deps, call, input),
      watch: (call, input) => watchDraft(deps, call, input),
    },
    platformMember: storedHandlers<PlatformMember>(platformMemberResource, deps, { isIdGiven: true }),
    member: memberHandlers(deps, (call, body, ymProfile) => createWithYmProfile(deps, call, body, ymProfile)),
    user: userHandlers(deps),
    apiKey: apiKeyHandlers(deps),
    experiment: experimentHandlers(deps, subscriptions),
    // The service opens and closes alerts; users say what they have seen.
    alert: { ...storedHandlers<Alert>(alertResource, deps), test: channels.test },
    channel: channels.channel,
    view: viewHandlers(deps, (view) => sentView(deps, view, (path) => deps.channelSender.linkTo(path))),
    // Forecasts are read only: a publish and `ForecastMeasurement` write them.
    forecast: storedHandlers<Forecast>(forecastResource, deps),
    dma: dmaHandlers(deps),
    country: countryHandlers,
    auction: auctionHandlers(deps, currencies),
    changeLog: changeLogHandlers(deps, subscriptions),
    movement: movementHandlers(deps),
    usual: usualHandlers(deps),
    unknownSeat: unknownSeatHandlers(deps),
    calendar: calendarHandlers,
    recorded: { ...recordedHandlers(deps), ask: askingRecorded(deps) },
    simulation: simulationHandlers(deps, subscriptions, (call, input) => startDraftSimulation(deps, call, input)),
    report: reportHandlers(deps, subscriptions),
    viewMemory: (query) => viewMemory(deps.mirror, deps.follower, query),
    ...sessionHandlers(deps),
    sendsMail: deps.channelSender.sendsMail,
  };
  return { ...handlers, today: todayHandlers(deps, handlers) };
}
