import type { ChangeLogEntry } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { fieldLabel, profileNames, type ProfileName, valueText } from '../../difference/field-words.ts';
import { momentColumn, msOf } from '../../figure/date.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { Problem, Waiting } from '../../part/kit.tsx';
import { trpc } from '../../service/trpc.ts';

const mostSteps = 100;

interface TierHistoryProps {
  readonly tierId: number;
  readonly profiles: readonly { readonly id?: number | undefined; readonly name: string | null }[];
}

/** Every change of one tier, the newest first. */
export function TierHistory({ tierId, profiles }: TierHistoryProps) {
  const { memberId, timeZone } = usePlace();
  const { data, error } = useQuery(
    trpc.changeLog.list.queryOptions({
      member_id: memberId,
      filter: { service: 'ym-auction-tier', resource_id: tierId },
      num_elements: mostSteps,
    }),
  );
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={3} />;
  if (data.items.length === 0) return <p className="muted">No change of this tier has been kept.</p>;
  const nameOf = profileNames(profiles);
  return (
    <PlainTable
      label="Changes of the tier"
      rows={data.items}
      idOf={({ revision }) => revision}
      columns={[
        {
          head: `When (${timeZone})`,
          className: 'tier-when',
          cell: ({ created_on: time }) => momentColumn(msOf(time), timeZone),
        },
        { head: 'What', cell: (entry) => whatCell(entry, nameOf) },
        {
          head: 'Who',
          className: 'tier-who',
          cell: ({ user, kind }) => (kind === 'write' ? user : `${user} (${kind})`),
        },
      ]}
    />
  );
}

const whatCell = (entry: ChangeLogEntry, nameOf: ProfileName) => (
  <>
    {changesOf(entry, nameOf).map((change) => (
      <div key={change}>{change}</div>
    ))}
    {entry.note !== null && <div className="muted">“{entry.note}”</div>}
  </>
);

const unsaid: ReadonlySet<string> = new Set(['last_modified', 'created_on']);

/** What an entry of the log changed, field by field. */
function changesOf({ operation, before, after }: ChangeLogEntry, nameOf: ProfileName): readonly string[] {
  if (operation === 'create') return ['Created'];
  if (operation === 'delete') return ['Deleted'];
  const [old, fresh] = [before, after].map((object) => (object ?? {}) as Readonly<Record<string, unknown>>);
  const fields = Object.keys(fresh!).filter((field) => !unsaid.has(field));
  return fields.map(
    (field) =>
      `${fieldLabel(field)}: ${valueText(field, old![field], nameOf)} → ${valueText(field, fresh![field], nameOf)}`,
  );
}
