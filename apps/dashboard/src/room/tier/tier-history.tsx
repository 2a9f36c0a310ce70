import type { ChangeLogEntry } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { fieldLabel, profileNames, type ProfileName, valueText } from '../../difference/field-words.ts';
import { momentColumn, msOf } from '../../figure/date.ts';
import { Problem } from '../../part/problem.tsx';
import { Waiting } from '../../part/room.tsx';
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
    <table className="plain-table" aria-label="Changes of the tier">
      <thead>
        <tr>
          <th scope="col" className="tier-when">
            When ({timeZone})
          </th>
          <th scope="col">What</th>
          <th scope="col">Who</th>
        </tr>
      </thead>
      <tbody>
        {data.items.map((entry) => (
          <tr key={entry.revision}>
            <td>{momentColumn(msOf(entry.created_on), timeZone)}</td>
            <td>
              {changesOf(entry, nameOf).map((change) => (
                <div key={change}>{change}</div>
              ))}
              {entry.note !== null && <div className="muted">“{entry.note}”</div>}
            </td>
            <td className="tier-who">
              {entry.user}
              {entry.kind !== 'write' && <span className="muted"> ({entry.kind})</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
