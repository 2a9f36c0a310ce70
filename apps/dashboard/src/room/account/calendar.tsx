import { calendarOf, type Day, formatIn } from '@auction-tiers/calendar';
import type { CalendarDay, Member } from '@auction-tiers/contract';
import { countries } from '@auction-tiers/dma-data';
import { Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { counted } from '../../figure/count.ts';
import { focusFirst, Form, FormActions, NumberField, useForm } from '../../part/form.tsx';
import { PlainTable } from '../../part/plain-table.tsx';
import { Notice, PlainButton, Problem } from '../../part/kit.tsx';
import { changeMember } from '../../service/change-member.ts';
import { client } from '../../service/trpc.ts';
import { isManager } from '../../words/access.ts';

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
  const removeCell = ({ date, name }: CalendarDay) => (
    <PlainButton
      aria-label={`Remove ${name}`}
      loading={remove.isPending && remove.variables === date}
      onClick={() => remove.mutate(date)}
    >
      Remove
    </PlainButton>
  );
  return (
    <>
      <p className="muted">
        Holidays and other days unlike the rest. They are compared with each other, and not with ordinary days.
      </p>
      {days.length === 0 ? (
        <p>No day is in the calendar.</p>
      ) : (
        <PlainTable
          isStacked
          rows={days}
          idOf={({ date }) => date}
          columns={[
            { head: 'Day', cell: ({ date }) => longDayText(date) },
            { head: 'Name', cell: ({ name }) => name },
            mayChange && { head: 'Remove', isHeadHidden: true, cell: removeCell },
          ]}
        />
      )}
      {remove.error !== null && <Problem error={remove.error} />}
      {!mayChange && <p className="muted">The managers of {member.name} change the calendar.</p>}
      {mayChange && adding === null && (
        <div className="form-actions">
          <PlainButton onClick={() => setAdding('day')}>Add a day</PlainButton>
          <PlainButton onClick={() => setAdding('holidays')}>Add national holidays</PlainButton>
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
  const form = useForm({
    first: { calendar: '', name: '' },
    send: ({ calendar: date, name }) =>
      changeDays(member.id, (now) => [...now.filter((one) => one.date !== date), { date, name: name.trim() }]),
    onSuccess: onDone,
  });
  return (
    <Form title="Add a day" form={form}>
      <TextInput type="date" label="Day" required ref={focusFirst} {...form.text('calendar')} />
      <TextInput label="Name" required maxLength={100} {...form.text('name')} />
      <FormActions submit="Add the day" form={form} onCancel={onDone} />
    </Form>
  );
}

const countryChoices = countries.map(({ code, name }) => ({ value: code, label: name }));

/** Adds those of a year that are not in the calendar yet; a day that is keeps its name. */
function AddHolidays({ member, onDone }: AddProps) {
  const [year] = useState<number | ''>(() => Number(calendarOf(member.timezone).dayAt(Date.now()).slice(0, 4)));
  const form = useForm({
    first: { country: null as string | null, year },
    async send({ country, year: chosen }) {
      const { items } = await client.calendar.holidays.query({ country: country ?? '', year: Number(chosen) });
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
    <Form title="Add national holidays" form={form}>
      <Select label="Country" required searchable data={countryChoices} {...form.field('country')} />
      <NumberField label="Year" required min={2015} max={2037} decimals={0} {...form.field('year')} />
      {form.data !== undefined && <Notice>{counted(form.data, 'day')} added.</Notice>}
      <FormActions submit="Add them" form={form} isDisabled={form.values.country === null} onCancel={onDone} />
    </Form>
  );
}
