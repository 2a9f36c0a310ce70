import { z } from 'zod';
import { optional, readOnly, unlisted } from '../resource/field.ts';
import { Id } from '../value/scalar.ts';
import { defineResource, type Stored } from '../resource/resource.ts';

/** What is watched, in words. `by`: half-hour counts and their usual range, the day so far, a process, or objects. */
const watched = {
  auctions: { by: 'counts', words: 'traffic' },
  fill: { by: 'counts', words: 'fill' },
  price: { by: 'counts', words: 'net CPM' },
  net: { by: 'counts', words: 'net' },
  buyer: { by: 'counts', words: 'how often a buyer bids' },
  buyer_price: { by: 'counts', words: 'net CPM of a buyer' },
  tier: { by: 'counts', words: 'wins of a tier' },
  commitment: { by: 'day', words: 'promises that are missed at the pace of the day' },
  unknown: { by: 'day', words: 'values that do not exist' },
  recording: { by: 'process', words: 'auctions that are not recorded' },
  experiment: { by: 'objects', words: 'live tests that are paused or can be decided' },
  draft: { by: 'objects', words: 'drafts that wait for a publisher, or were not published at their time' },
  forecast: { by: 'objects', words: 'drafts that earn less than their try had forecast' },
} as const;
export type AlertKind = keyof typeof watched;
export const alertKinds = Object.keys(watched) as [AlertKind, ...AlertKind[]];
/** The source that a kind of alert is detected from. */
export const watchedBy = (kind: AlertKind): (typeof watched)[AlertKind]['by'] => watched[kind].by;
/** The kinds of an alert's names, such as `fill,tier:5`, in words, each once; an unknown kind as it is. */
export const alertWords = (names: string): string[] => {
  const kinds = names.split(',').map((name) => name.split(':')[0]!);
  return [...new Set(kinds.flatMap((kind) => (kind === '' ? [] : (watched[kind as AlertKind]?.words ?? kind))))];
};

/** The false alarms per month of a member without a setting. */
export const usualFalseAlarms = 1;

const FalseAlarms = z
  .number()
  .min(0.05)
  .max(100)
  .meta({ id: 'FalseAlarms', description: 'Accepted false alarms per month, over all kinds together' });
const Muted = z
  .array(z.enum(alertKinds))
  .max(alertKinds.length)
  .meta({ id: 'MutedAlerts', description: 'Kinds that open no alert' });

const Hour = z.int().min(0).max(23);
/** Channels of a member. */
export const maxChannels = 50;

const QuietHours = z.array(Hour).length(2).nullable().meta({
  id: 'QuietHours',
  description: 'Hours of the local day: from the first to the second, alerts are delayed. null: none',
});
const DigestHour = Hour.nullable().meta({
  id: 'DigestHour',
  description: 'Hour of the local day at which mail channels get the daily digest; null: no digest',
});
const ToldChannels = z
  .array(Id)
  .max(maxChannels)
  .nullable()
  .meta({ id: 'ToldChannels', description: 'Identifiers of the channels that alerts are sent to; null: all' });

/** What a member has set of its alerts. */
export const AlertSettings = z
  .strictObject({
    false_alarms_per_month: FalseAlarms,
    muted: Muted,
    quiet_hours: QuietHours.default(null),
    digest_hour: DigestHour.default(null),
    channels: ToldChannels.default(null),
  })
  .meta({ id: 'AlertSettings' });
export type AlertSettings = z.output<typeof AlertSettings>;

/** The settings of a member that has set none. */
export const usualAlertSettings: AlertSettings = {
  false_alarms_per_month: usualFalseAlarms,
  muted: [],
  quiet_hours: null,
  digest_hour: null,
  channels: null,
};

/** Settings as they are sent: only the keys that are to change; null resets one. */
export const AlertSettingsInput = z
  .strictObject({
    false_alarms_per_month: FalseAlarms.nullable()
      .optional()
      .describe('Accepted false alarms per month, over all kinds together; null: one'),
    muted: Muted.nullable().optional().describe('Kinds that open no alert; null: none'),
    quiet_hours: QuietHours.optional(),
    digest_hour: DigestHour.optional(),
    channels: ToldChannels.optional(),
  })
  .meta({ id: 'AlertSettingsInput' });

/** Something that a seller should know, from when it began until it is over. The service opens, updates and closes it. */
export const alertResource = defineResource({
  service: 'alert',
  plural: 'alerts',
  hasMoney: true,
  words: {
    one: 'an alert',
    many: 'alerts',
    description:
      'What is wrong at a ym-profile: traffic, fill, prices, net, buyers or tiers unusual for the hour of the week; a promise of the last published draft or of the ym-profile that the day will miss; unknown values; auctions that are not recorded; an experiment, a draft or a forecast that needs attention. One cause gives one alert. Thresholds follow from two weeks or more of the past and `alerts` of the member.',
    reading: '`GET /alert?state=open` gives the open alerts.',
  },
  fields: {
    id: readOnly.id(),
    ym_profile_id: readOnly.idOf('Yield management profile that the alert is about'),
    kind: readOnly.choice(alertKinds, 'What is wrong'),
    subject_id: readOnly.nullableIdOf('Identifier of the buyer, tier, experiment, draft or forecast; null: none'),
    sentence: unlisted(readOnly.string('What is wrong, in words')),
    net_difference: readOnly.nullableDecimal('Money earned: net seen less net expected; null: not known'),
    also: unlisted(
      readOnly.nullableString('Kinds of what else the cause has changed, such as `fill,tier:5`; null: none'),
    ),
    since: readOnly.date('When the alert was opened, UTC'),
    every_days: unlisted(
      readOnly.number('Such a deviation occurs by chance about once in so many days; 0: not a matter of chance'),
    ),
    state: readOnly.choice(['open', 'closed'], 'Whether the cause persists'),
    closed_on: unlisted(readOnly.nullableDate('When the alert was closed, UTC; null: it is open')),
    acknowledged: optional.boolean(false, 'Whether a user has seen it'),
    muted: optional.boolean(false, 'Whether no further alert is sent for its cause'),
    note: optional.prose(1000, 'Note of the users'),
    member_id: optional.owner(),
    last_modified: readOnly.lastModified(),
  },
});
export type Alert = Stored<typeof alertResource>;
