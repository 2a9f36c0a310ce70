import { calendarOf, type Day, formatIn } from '@auction-tiers/calendar';
import type { CalendarDay, Member } from '@auction-tiers/contract';
import { countries } from '@auction-tiers/dma-data';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { counted } from '../../figure/count.ts';
import { Form, FormActions, problemAt } from '../../part/form.tsx';
import { focusFirst } from '../../part/inline-form.tsx';
import { Notice, Problem } from '../../part/problem.tsx';
import { changeMember } from '../../service/change-member.ts';
import { client } from '../../service/trpc.ts';
import { isManager } from '../../words/access.ts';
import { NumberField } from '../../part/number-field.tsx';

/** The seller's days that are unlike others; managers add and remove them. */
export function Calendar({ member }: { readonly member: Member }) {
  const { session } = useSeller();
  const [adding, setAdding] = useState<'day' | 'holidays' | null>(null);
  const days = (member.calendar ?? []).toSorted((one, other) => (one.date < other.date ? -1 : 1));
  const mayChange = isManager(session);
  const remove = useMutation({
    mutationFn: (date: Day) => changeDays(member.id, (now) => now.filter((one) => one.date !== date)),
  });
  const close = () => setAdding(null);
  return (
    <>
      <p className="muted">
        Holidays and other days unlike the rest. They are compared with each other, and not with ordinary days.
      </p>
      {days.length === 0 ? (
        <p>No day is in the calendar.</p>
      ) : (
        <div className="table-box">
          <table className="plain-table stacked">
            <thead>
              <tr>
                <th>Day</th>
                <th>Name</th>
                {mayChange && (
                  <th>
                    <span className="visually-hidden">Remove</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {days.map(({ date, name }) => (
                <tr key={date}>
                  <td data-head="Day">{longDayText(date)}</td>
                  <td data-head="Name">{name}</td>
                  {mayChange && (
                    <td>
                      <Button
                        variant="default"
                        aria-label={`Remove ${name}`}
                        loading={remove.isPending && remove.variables === date}
                        onClick={() => remove.mutate(date)}
                      >
                        Remove
                      </Button>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {remove.error !== null && <Problem error={remove.error} />}
      {!mayChange && <p className="muted">The managers of {member.name} change the calendar.</p>}
      {mayChange && adding === null && (
        <div className="form-actions">
          <Button variant="default" onClick={() => setAdding('day')}>
            Add a day
          </Button>
          <Button variant="default" onClick={() => setAdding('holidays')}>
            Add national holidays
          </Button>
        </div>
      )}
      {adding === 'day' && <AddDay member={member} onDone={close} />}
      {adding === 'holidays' && <AddHolidays member={member} onDone={close} />}
    </>
  );
}

const dayForm = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;
/** With its year: a calendar has days of several. */
const longDayText = (day: Day): string => formatIn('UTC', 'en-US', dayForm).format(Date.parse(`${day}T12:00:00Z`));

/** Changes the stored days, so that those that a colleague adds meanwhile stay. */
const changeDays = (id: number, change: (now: readonly CalendarDay[]) => readonly CalendarDay[]) =>
  changeMember(id, ({ calendar }) => {
    const next = change(calendar ?? []);
    return { calendar: next.length === 0 ? null : [...next] };
  });

interface AddProps {
  readonly member: Member;
  readonly onDone: () => void;
}

function AddDay({ member, onDone }: AddProps) {
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () =>
      changeDays(member.id, (now) => [...now.filter((one) => one.date !== date), { date, name: name.trim() }]),
    onSuccess: onDone,
  });
  return (
    <Form title="Add a day" onSubmit={() => add.mutate()} error={add.error} fields={['calendar']}>
      <TextInput
        type="date"
        label="Day"
        required
        ref={focusFirst}
        value={date}
        error={problemAt(add.error, 'calendar')}
        onChange={(event) => setDate(event.currentTarget.value)}
      />
      <TextInput
        label="Name"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormActions submit="Add the day" isSending={add.isPending} onCancel={onDone} />
    </Form>
  );
}

const countryChoices = countries.map(({ code, name }) => ({ value: code, label: name }));

/** Adds those of a year that are not in the calendar yet; a day that is keeps its name. */
function AddHolidays({ member, onDone }: AddProps) {
  const [country, setCountry] = useState<string | null>(null);
  const [year, setYear] = useState<number | string>(() => calendarOf(member.timezone).dayAt(Date.now()).slice(0, 4));
  const add = useMutation({
    async mutationFn(of: string) {
      const { items } = await client.calendar.holidays.query({ country: of, year: Number(year) });
      let added = 0;
      await changeDays(member.id, (now) => {
        const known = new Set(now.map(({ date }) => date));
        const fresh = items.filter(({ date }) => !known.has(date));
        added = fresh.length;
        return [...now, ...fresh];
      });
      return added;
    },
  });
  return (
    <Form
      title="Add national holidays"
      onSubmit={() => country !== null && add.mutate(country)}
      error={add.error}
      fields={['country', 'year']}
    >
      <Select
        label="Country"
        required
        searchable
        data={countryChoices}
        value={country}
        error={problemAt(add.error, 'country')}
        onChange={setCountry}
      />
      <NumberField
        label="Year"
        required
        min={2015}
        max={2037}
        decimals={0}
        value={year}
        error={problemAt(add.error, 'year')}
        onChange={setYear}
      />
      {add.data !== undefined && <Notice>{counted(add.data, 'day')} added.</Notice>}
      <FormActions submit="Add them" isSending={add.isPending} isDisabled={country === null} onCancel={onDone} />
    </Form>
  );
}
