export { AuctionAnswer, BidAnswer, WinnerAnswer } from './auction/answer.ts';
export type {
  BatchAnswer,
  BatchError,
  ChoiceAnswer,
  ExplainedAuction,
  ExplainedBid,
  TierResultAnswer,
} from './auction/answer.ts';
export { AuctionBody, toAuctionBody, toAuctionRequest } from './auction/body.ts';
export { auctionFields, bidFields, impressionFields } from './auction/field.ts';
export type { AuctionField, FieldTable } from './auction/field-table.ts';
export type { Form } from './auction/kind.ts';
export { type OpenRtbAnswer, OpenRtbBody, openRtbBounds } from './auction/openrtb-body.ts';
export { toAuctionAnswer, toExplainedAuction } from './auction/to-answer.ts';
export { toEngineProfile, toEngineTier } from './engine/to-engine.ts';
export { TierSetFile, toTierSetSource } from './engine/tier-set-file.ts';
export { type ErrorId, type ErrorKind, errorCatalogue } from './error/catalogue.ts';
export { allowed, cut, type Issue, issuesOf } from './error/issue.ts';
export { invalid, ServiceError, toServiceError, ofIssues, withIssues } from './error/service-error.ts';
export { Unavailable } from './error/service-error.ts';
export { type Condition, parseFilter } from './query/condition.ts';
export { type Filter, type FilterOf, filtersOf, takesSeveral } from './query/filter.ts';
export {
  defaultPageSize,
  IdInput,
  ListInput,
  type ListRequest,
  maxIds,
  maxPageSize,
  type Page,
} from './query/list-input.ts';
export { pageSize, selectRows } from './query/select-rows.ts';
export type { Field, Fields, FieldType } from './resource/field.ts';
export { MetaField, metaOf } from './resource/meta.ts';
export type { Reference, Resource, Secret, ServiceName, Stored, Unique } from './resource/resource.ts';
export {
  type Completion,
  findStoredProblem,
  fromHash,
  type Hash,
  inKey,
  isSameValue,
  merge,
  type Plain,
  readHash,
  type StoredProblem,
  toHash,
  tooManyEntries,
  withInitials,
  withoutReadOnly,
} from './resource/object.ts';
export { type ApiKey, apiKeyResource, endOfKey, scopesOfKey } from './resources/api-key.ts';
export { type ChangeLogEntry, changeLogResource } from './resources/change-log.ts';
export { type CountryRow, countryResource } from './resources/country.ts';
export { type DmaRow, dmaResource } from './resources/dma.ts';
export { type Member, memberResource, mostReportChanges, type ReportChange } from './resources/member.ts';
export { type PlatformMember, platformMemberResource } from './resources/platform-member.ts';
export { completeProfile, type Places, profileResource, type TargetingProfile } from './resources/profile.ts';
export { storedResources } from './resources/stored.ts';
export { type AuctionTier, type BuyerNames, tierCompletion, tierResource } from './resources/tier.ts';
export { Commitment, Commitments, commitmentsOf, type ReadCommitment, readCommitment } from './resources/commitment.ts';
export {
  AskRecordedInput,
  type BuyerBids,
  type BuyerHour,
  type Estimated,
  type FindRecorded,
  type FoundAuction,
  foundSorts,
  leastChanged,
  type MinimumFigures,
  mostFound,
  type RecordedAnswer,
  type RecordedSample,
  type RecordedTier,
  searchedOutcomes,
} from './recorded/ask-recorded.ts';
export {
  ListRecorded,
  RecordedContent,
  RecordedContentInput,
  RecordedHour,
} from './recorded/recorded.ts';
export {
  mostSimulatedAuctions,
  mostSimulatedBids,
  Simulation,
  isAdvice,
  simulationKinds,
  SimulationLog,
  SimulationResult,
  StartSimulation,
} from './simulation/simulation.ts';
export {
  jobKeyPrefix,
  SimulationJob,
  simulationJobVersion,
  simulationKeptSeconds,
  SimulationOrder,
  simulationOrderKey,
  SimulationJobResult,
  SimulationProgress,
  simulationQueue,
  simulationReportKey,
} from './simulation/simulation-job.ts';
export { bareFile, exportKey, type ProfileDraft, type TierDraft, TierSetDraft } from './tier-set/draft-file.ts';
export { HistoryInput, type HistoryPage, HistoryStep, mostStepsRead } from './tier-set/history.ts';
export { type ChangedObjects, changesTiers, changeWords, makesYmProfile } from './tier-set/change-words.ts';
export { BackAnswer, ImportAnswer, TierSetFinding } from './tier-set/import-answer.ts';
export { buyerNamesIn, completeTierSet, toTierSetFile } from './tier-set/complete-tier-set.ts';
export {
  type ObjectPair,
  pairsOfDraft,
  pairsOfMoments,
  pairsOfTierSets,
  TierSetDifference,
  toDifference,
} from './tier-set/difference.ts';
export {
  createdEntries,
  type DraftedObject,
  type DraftedTierSet,
  fileIds,
  type NewIds,
  toDrafted,
} from './tier-set/drafted-tier-set.ts';
export {
  type ContentEntry,
  contentLists,
  type DraftContent,
  idOfEntry,
  isSameContent,
  toContent,
  toContentEntry,
} from './draft/draft-content.ts';
export { PublishAnswer, PublishQuestion } from './draft/publish-answer.ts';
export { type Draft, DraftEdit, draftResource } from './draft/draft.ts';
export { byKey, DraftDifference, draftDifference, DraftMoved } from './draft/draft-moved.ts';
export { draftEdits, editorsOf } from './draft/draft-edits.ts';
export {
  arrangeParts,
  contentOfParts,
  type DraftParts,
  editsOfParts,
  type PartChanges,
} from './draft/draft-part.ts';
export { type DraftPart, draftPartResource, type StoredDraft, storedDraftResource } from './resources/draft.ts';
export {
  clusterAttributes,
  isWholeSeller,
  wholeSellers,
  type Experiment,
  type ExperimentClusters,
  experimentDays,
  experimentDesigns,
  type ExperimentGuard,
  type ExperimentPhase,
  experimentResource,
  experimentSecrets,
  type StoredExperiment,
  storedExperimentResource,
  effectOf,
  toExperiment,
} from './resources/experiment.ts';
export {
  type Forecast,
  forecastResource,
  type ForecastState,
  outcomeOf,
} from './resources/forecast.ts';
export { MergeConflict, mergeDraft, type MergedDraft } from './draft/merge-draft.ts';
export { changedFields, type DraftEntry } from './tier-set/draft-entry.ts';
export { type CurrentTierSet, type ResolvedDraft, resolveDraft } from './tier-set/resolve-draft.ts';
export { type Access, accesses, scopesOfAccess, type User, userResource } from './resources/user.ts';
export { type YmProfile, ymProfileResource } from './resources/ym-profile.ts';
export { ChangeNote, InventoryId, passwordLength } from './value/scalar.ts';
export { nameKey } from './value/name.ts';
export { freshRateDays } from './value/currency.ts';
export { dateText, epochMsOf } from './value/moment.ts';
export { highestAmount } from './value/price.ts';
export {
  authorOf,
  type CallContext,
  type Caller,
  type Client,
  type Context,
  hasScope,
  withCarried,
  rateOf,
  type Scope,
  scopes,
} from './caller/caller.ts';
export { duties, type Duty } from './operation/duty.ts';
export {
  defaultMemberMebibytes,
  defaultObjects,
  defaultRequestsPerMinute,
  idempotencyKeyForm,
  loginLock,
  maxAuctionWork,
  maxBodyBytes,
  maxMarkedUpBytes,
  maxPageBytes,
  maxSubscriptionsPerUser,
  maxVerdicts,
  maxObjectBytes,
  revocationSeconds,
  tokenLife,
} from './operation/limit.ts';
export { isWrite, takesTierSet } from './operation/operation.ts';
export type { AnswerForm, BodySize, Operation, Query, QueryKind, RestRoute, Rows } from './operation/operation.ts';
export type {
  AskDraft,
  CreateDraft,
  DraftWatched,
  NamedDraft,
  HoldBack,
  PublishDraft,
  UpdateDraft,
  WatchDraft,
} from './operation/draft-operations.ts';
export type {
  EndExperiment,
  ExperimentState,
  NamedExperiment,
  ResumeExperiment,
  StartExperiment,
} from './operation/experiment-operations.ts';
export {
  type ImportInput,
  type ListSimulations,
  Login,
  maxBatch,
} from './operation/operations.ts';
export type { DiffInput, ExportInput, LintAnswer, LintInput, RestoreInput } from './operation/past-operations.ts';
export type { RemoveInput, Tagged, UpdateInput } from './operation/resource-operations.ts';
export {
  allOperations,
  type NamedOperation,
  type ResourceService,
  type RestOperation,
  isRest,
  restOperations,
  services,
} from './operation/list.ts';
export {
  type AnyHandler,
  type AppRouter,
  createCallerFactory,
  createRouter,
  handlerOf,
  type Handlers,
  requireCaller,
  requireScope,
} from './operation/router.ts';
export {
  type LiveReport,
  LiveReportInput,
  type ReportGroup,
  reportDaysKept,
  type ReportBreakdown,
  reportBreakdowns,
  reportGroups,
  usualBreakdowns,
  isReportAttribute,
  type ReportAttribute,
  reportAttributes,
  reportHoursKeptDays,
  ReportInput,
  type ReportPage,
  ReportRow,
  isPathBelow,
  pathAttributes,
  topPath,
} from './report/report.ts';
export { type CsvCell, toCsv, unguarded } from './report/csv.ts';
export { type CsvColumn, reportCsv } from './report/report-csv.ts';
export {
  type Alert,
  type AlertKind,
  alertKinds,
  alertResource,
  alertWords,
  maxChannels,
  type AlertSettings,
  usualFalseAlarms,
  watchedBy,
} from './resources/alert.ts';
export {
  type AlertTest,
  AlertTestInput,
  alertTestKey,
  type Channel,
  channelResource,
  mailAddresses,
  type StoredChannel,
  storedChannelResource,
  readWaiting,
  toChannel,
  type WaitingAddress,
} from './resources/channel.ts';
export {
  readViewAddress,
  type View,
  viewResource,
  type ViewSent,
  viewSentKey,
  viewWithoutChannel,
} from './resources/view.ts';
export type { ExperimentPlan } from './report/experiment-plan.ts';
export type { ExperimentAnswer, ExperimentResult } from './report/experiment-result.ts';
export {
  type Holidays,
  HolidaysInput,
  holidaysKey,
  type UsualDay,
  type UsualFigure,
  usualFigures,
  UsualInput,
  usualKey,
} from './report/usual.ts';
export { type TodayAnswer, TodayInput } from './report/today.ts';
export {
  mostUnknownSeats,
  type UnknownSeats,
  UnknownSeatsInput,
} from './report/unknown-seat.ts';
export type { CalendarDay } from './value/calendar-day.ts';
export {
  MovementInput,
  type MovementAnswer,
  movementKey,
  type MovementReport,
  mostMovementDays,
} from './report/movement.ts';
export { movementParts } from './report/movement-parts.ts';
export {
  cutColumns,
  isReportBreakdown,
  parseReportGroups,
  reportColumns,
  type ReportTime,
  reportTimeOf,
  reportTimes,
} from './report/report.ts';
export {
  fieldLabel,
  fieldNames,
  fieldOf,
  isPrice,
  isTime,
  labelWithin,
  type Shown,
} from './wording/field-label.ts';
export {
  findServiceWord,
  type Named,
  type NameOf,
  plainOr,
  type PlainShown,
  plainWords,
  withNamedMoment,
} from './wording/plain-words.ts';
