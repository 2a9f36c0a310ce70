import type { ChangeLogEntry } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { useSeller } from '../../address/place.ts';
import { momentColumn, msOf } from '../../figure/date.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { Problem, Waiting } from '../../part/kit.tsx';
import { trpc } from '../../service/trpc.ts';
import { scopesText } from '../../words/access.ts';

const mostChanges = 100;

/** Who made, changed and removed the seller's users and their keys, the newest first. */
export function UserLog() {
  const { memberId, timeZone } = useSeller();
  const log = useQuery(
    trpc.changeLog.list.queryOptions({
      member_id: memberId,
      filter: { service: ['user', 'api-key'] },
      num_elements: mostChanges,
    }),
  );
  const users = useQuery(trpc.user.list.queryOptions({}));
  const error = log.error ?? users.error;
  if (error !== null) return <Problem error={error} />;
  if (log.data === undefined || users.data === undefined) return <Waiting rows={3} />;
  const names = new Map(users.data.items.map(({ id, username }) => [id, username]));
  return (
    <PlainTable
      label="Changes of users and keys"
      isStacked
      rows={log.data.items}
      idOf={({ revision }) => revision}
      columns={[
        { head: `When (${timeZone})`, name: 'When', cell: (entry) => momentColumn(msOf(entry.created_on), timeZone) },
        { head: 'Who', cell: ({ user }) => user },
        { head: 'What', cell: (entry) => actText(entry, names) },
      ]}
    />
  );
}

type Image = Readonly<Record<string, unknown>>;
const verbs = { create: 'Made', update: 'Changed', delete: 'Removed' } as const;

/** The fields of a user by which somebody acts on it, in words. */
const fieldWords: Readonly<Record<string, string>> = { username: 'username', access: 'access', state: 'state' };

function actText(entry: ChangeLogEntry, names: ReadonlyMap<number, string>): string {
  const { service, resource_id: id, operation } = entry;
  const [before, after] = [entry.before, entry.after].map((image) => (image ?? {}) as Image) as [Image, Image];
  const image = { ...before, ...after };
  if (service === 'api-key') {
    const whose = names.get(Number(image['user_id'])) ?? 'a former user';
    const scopes = Array.isArray(image['scopes']) ? ` (${scopesText(image['scopes'] as string[])})` : '';
    return `${operation === 'create' ? 'Made' : 'Revoked'} a key of ${whose}${scopes}`;
  }
  const former = image['username'];
  const name = names.get(id) ?? (typeof former === 'string' ? former : 'a former user');
  if (operation !== 'update') return `${verbs[operation]} the user ${name}`;
  if (typeof after['told_revision'] === 'string') return `${name} has seen the changes of others`;
  if (typeof after['confirmed_by'] === 'string') return `Confirmed ${name}`;
  const fields = Object.keys(fieldWords)
    .filter((field) => after[field] !== undefined)
    .map((field) => `${fieldWords[field]} from ${String(before[field])} to ${String(after[field])}`);
  if (fields.length > 0) return `Changed ${name}: ${fields.join(', ')}`;
  return after['has_one_time_password'] === true
    ? `Made a one-time password for ${name}`
    : `Changed the password of ${name}`;
}
