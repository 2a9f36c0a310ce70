import { optional, readOnly, required, unlisted } from '../resource/field.ts';
import { defineResource, type Stored, type Values } from '../resource/resource.ts';
import type { Issue } from '../error/issue.ts';

const fields = {
  id: readOnly.id(),
  name: required.name('Name for people'),
  address: unlisted(
    required.text(1000, 'Path and parameters on the page; days relative to today: `/tiers?ym=1&from=-7&to=0`'),
  ),
  every: unlisted(optional.choice(['never', 'day', 'week', 'month'], 'never', 'How often the view is sent')),
  channel_id: optional.id('Channel that the view is sent to; null: none'),
  due_on: unlisted(readOnly.nullableDate('When the view is sent next, UTC; null: never')),
  member_id: optional.owner(),
  last_modified: readOnly.lastModified(),
};

/** The rooms of the page, by the first part of their paths. */
const rooms = [
  'today',
  'movement',
  'tiers',
  'draft',
  'views',
  'advice',
  'experiments',
  'why',
  'buyers',
  'history',
  'reports',
  'alerts',
  'markets',
  'profiles',
  'account',
];

/** A saved view of the page. */
export const viewResource = defineResource({
  service: 'view',
  plural: 'views',
  words: {
    one: 'a view',
    many: 'views',
    description:
      'A saved view of the page. It may be sent to a channel at `digest_hour` (else at 7): each day, on Mondays or on the first of a month, as CSV and a chart of net.',
  },
  fields,
  references: [{ field: 'channel_id', service: 'channel' }],
  check: checkView,
});
export type View = Stored<typeof viewResource>;

/** Parses a view's address: its page, parameters, and days up to today (0) or before (negative); null: invalid. */
export function readViewAddress(address: string) {
  if (!/^\/[a-z]+(?:\/[\w-]+)?(?:\?[\w%&=.,:+~*'()!@$;/?-]*)?$/.test(address)) return null;
  const { pathname, searchParams } = new URL(address, 'http://page');
  const dayOf = (name: string, usual: number) => {
    const text = searchParams.get(name);
    return text === null ? usual : /^(?:0|-[1-9]\d{0,2})$/.test(text) ? Number(text) : Number.NaN;
  };
  const [from, to] = [dayOf('from', -7), dayOf('to', 0)];
  if (!(from <= to)) return null;
  for (const name of ['from', 'to']) searchParams.delete(name);
  return { path: pathname, room: pathname.split('/')[1] ?? '', search: searchParams, from, to };
}

function checkView(view: Pick<Values<typeof fields>, 'address' | 'every' | 'channel_id'>): Issue[] {
  const { address, every, channel_id: channel } = view;
  const read = readViewAddress(address);
  const form = 'is of another form, allowed: one of the page such as /tiers?ym=1&from=-7&to=0';
  const room = `has the room ${read?.room}, which does not exist, allowed: ${rooms.join(', ')}`;
  return [
    ...(read === null ? [{ path: 'address', message: form }] : []),
    ...(read !== null && !rooms.includes(read.room) ? [{ path: 'address', message: room }] : []),
    ...(every === 'never' || channel !== null
      ? []
      : [{ path: 'channel_id', message: `is null, allowed: a channel, for every is "${every}" and not "never"` }]),
  ];
}

/** The key of what became of a view that was sent at once. */
export const viewSentKey = 'view-sent';
/** Why a view without a channel is not sent. */
export const viewWithoutChannel = 'the view has no channel: choose one that it is sent to';
export interface ViewSent {
  readonly channel_id: number | null;
  /** Null: it was delivered. */
  readonly problem: string | null;
}
