import './history.css';
import { calendarOf } from '@auction-tiers/calendar';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { counted } from '../../figure/count.ts';
import { utcText } from '../../figure/date.ts';
import { Empty, PlainButton, Reading, Room } from '../../part/kit.tsx';
import { trpc } from '../../service/trpc.ts';
import { chooseMoment, type HistorySearch } from './address.ts';
import { AsOf, Compared } from './compared.tsx';
import { GoBack, WentBack } from './go-back.tsx';
import { Timeline } from './timeline.tsx';
import { UndoStep } from './undo-step.tsx';
import { useAddress } from '../../address/use-change-address.ts';

const stepsPerPage = 50;

/** Every step that changed the ym-profile, two moments of it compared, and the way back to one. */
export function HistoryRoom(): React.ReactNode {
  const { ymProfile, memberId, timeZone, session } = usePlace();
  const [search, change] = useAddress<'/history'>();
  const { user, since, until, page = 0, a, b, back, step: undoing, trial, undo } = search;
  const { data, error } = useQuery(
    trpc.ymProfile.history.queryOptions({
      id: ymProfile.id,
      member_id: memberId,
      start_element: page * stepsPerPage,
      num_elements: stepsPerPage,
      ...(user === undefined ? {} : { user }),
      ...(since === undefined ? {} : { start_date: utcText(calendarOf(timeZone).startOf(since)) }),
      ...(until === undefined ? {} : { end_date: utcText(calendarOf(timeZone).endOf(until)) }),
    }),
  );
  const steps = data?.items ?? [];
  const isFiltered = user !== undefined || since !== undefined || until !== undefined || page > 0;
  const clear = { user: undefined, since: undefined, until: undefined, page: undefined };
  return (
    <Room title="History" head={<Filters search={search} onChange={change} />}>
      {undo !== undefined && back === undefined && undoing === undefined && <WentBack to={undo} onChange={change} />}
      {undoing !== undefined && <UndoStep key={undoing} step={undoing} trial={trial ?? null} onChange={change} />}
      {back !== undefined && <GoBack key={back} to={back} trial={trial ?? null} onChange={change} />}
      {a !== undefined && back === undefined && <Compared a={a} b={b ?? null} steps={steps} onChange={change} />}
      {search.as_of !== undefined && back === undefined && (
        <AsOf key={search.as_of} time={search.as_of} onChange={change} />
      )}
      <Reading data={data} error={error} rows={8} height={48} />
      {data !== undefined && steps.length === 0 && (
        <Empty action={isFiltered ? <Button onClick={() => change(clear)}>Show all steps</Button> : undefined}>
          {isFiltered
            ? 'No step is of this user, these days and this page.'
            : 'Every change of the tiers and their profiles will appear here, with its author, and can be undone.'}
        </Empty>
      )}
      {steps.length > 0 && (
        <Timeline
          steps={steps}
          compared={[a, b]}
          onCompare={(revision) =>
            change(
              chooseMoment(
                search,
                revision,
                steps.map((step) => step.revision),
              ),
            )
          }
          onBack={(revision) => change({ back: revision, step: undefined, trial: undefined, undo: undefined })}
          onUndo={(revision) => change({ step: revision, back: undefined, trial: undefined, undo: undefined })}
          mayUndo={session.scopes.includes('publish')}
        />
      )}
      {data !== undefined && data.count > stepsPerPage && (
        <div className="history-row">
          <PlainButton disabled={page === 0} onClick={() => change({ page: page === 1 ? undefined : page - 1 })}>
            Newer
          </PlainButton>
          <PlainButton disabled={(page + 1) * stepsPerPage >= data.count} onClick={() => change({ page: page + 1 })}>
            Older
          </PlainButton>
          <span className="muted">
            {page * stepsPerPage + 1} to {page * stepsPerPage + steps.length} of {counted(data.count, 'step')}
          </span>
        </div>
      )}
    </Room>
  );
}

interface FiltersProps {
  readonly search: HistorySearch;
  readonly onChange: (some: Readonly<Record<string, string | undefined>>) => void;
}

function Filters({ search: { user, since, until, as_of: asOf }, onChange }: FiltersProps) {
  const { timeZone } = usePlace();
  const box = (
    label: string,
    word: string,
    type: string,
    time: string | undefined,
    choose: (time: string | undefined) => void,
  ) => (
    <TextInput
      type={type}
      aria-label={`${label} (${timeZone})`}
      leftSection={word}
      leftSectionWidth={word === 'to' ? 32 : 48}
      value={time ?? ''}
      onChange={({ currentTarget: { value } }) => choose(value || undefined)}
    />
  );
  return (
    <>
      <TextInput
        key={user ?? ''}
        aria-label="User"
        placeholder="All users"
        data-search
        w={160}
        defaultValue={user ?? ''}
        onBlur={({ currentTarget: { value } }) => {
          if (value.trim() !== (user ?? '')) onChange({ user: value.trim() || undefined, page: undefined });
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
        }}
      />
      {box('First day', 'from', 'date', since, (value) => onChange({ since: value, page: undefined }))}
      {box('Last day', 'to', 'date', until, (value) => onChange({ until: value, page: undefined }))}
      {box('As of', 'as of', 'datetime-local', asOf, (value) => onChange({ as_of: value, a: undefined, b: undefined }))}
      <span className="muted">{timeZone}</span>
    </>
  );
}
