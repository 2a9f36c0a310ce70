import { defineResource, serviceNames, type Stored } from '../resource/resource.ts';
import type { Fields } from '../resource/field.ts';
import { readOnly } from '../resource/field.ts';

/** The kinds of requests that make changes. */
export const changeKinds = ['write', 'import', 'publish', 'restore', 'undo'] as const;

/** The fields by which the log is searched. */
const searched = ['service', 'resource_id', 'operation', 'user', 'request_id', 'created_on'] as const;

type InOrder<F extends Fields> = {
  readonly [Name in keyof F]: Name extends (typeof searched)[number]
    ? F[Name]
    : Omit<F[Name], 'filterBy'> & { readonly filterBy: 'none' };
};

/** The log is read in its own order, newest first. */
const inOrder = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, sortBy: false, ...(searched.some((one) => one === name) ? {} : { filterBy: 'none' }) },
    ]),
  ) as InOrder<F>;

export const changeLogResource = defineResource({
  service: 'change-log',
  plural: 'change-logs',
  hasMoney: true,
  words: {
    one: 'a change',
    many: 'changes',
    description:
      'Every change of a stored object, with its user, its time, and the object before and after. Read-only; newest first, in pages of 100.',
    reading:
      '`GET /change-log?service=ym-auction-tier&resource_id=5` gives the history of one tier, `GET /change-log?min_created_on=2026-01-01&num_elements=10` the last ten changes since a day.',
  },
  fields: inOrder({
    revision: readOnly.string('The revision that the change made; it names the entry'),
    service: readOnly.choice(serviceNames, 'Service of the object that changed'),
    resource_id: readOnly.idOf('Identifier of the object that changed'),
    operation: readOnly.choice(['create', 'update', 'delete'], 'What was done'),
    member_id: readOnly.nullableIdOf('Member that owns the object; null: the whole installation'),
    user: readOnly.string('The user that changed it'),
    request_id: readOnly.string('The request that changed it'),
    kind: readOnly.choice(
      changeKinds,
      'What made the change: a single write, an import, a publish, a restore or an undo',
    ),
    note: readOnly.nullableString('What its author wrote about it (X-Change-Note)'),
    draft_id: readOnly.nullableIdOf('The draft that was published; null: none'),
    break_glass: readOnly.nullableString(
      'Why an administrator wrote directly where the member publishes by drafts (X-Break-Glass)',
    ),
    created_on: readOnly.date('When it changed, UTC'),
    before: readOnly.object('The object before the change, for an update only the changed fields; null for a create'),
    after: readOnly.object('The object after the change, for an update only the changed fields; null for a delete'),
  }),
});

export type ChangeLogEntry = Stored<typeof changeLogResource>;
