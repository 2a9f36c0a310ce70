import { MultiSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { usePlace } from '../../../address/place.ts';
import { takeChoice } from '../../../part/take-choice.ts';
import { queryClient, trpc } from '../../../service/trpc.ts';
import type { Buyer } from './bulk.ts';
import { buyerName } from '../../../words/buyer-name.ts';
import { counted, countText } from '../../../figure/count.ts';
import { SmallButton } from '../../../part/kit.tsx';

interface BuyerChoiceProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: readonly Buyer[];
  readonly onChange: (buyers: readonly Buyer[]) => void;
  readonly error?: string | undefined;
  readonly w?: number;
  readonly isLabelHidden?: boolean;
}

const [typingMs, mostFound, mostLabels] = [150, 50, 20];

const directoryQuery = (search: string, member_id: number) =>
  trpc.platformMember.list.queryOptions({
    ...(search === '' ? {} : { search }),
    num_elements: mostFound,
    sort: 'name.asc',
    member_id,
  });

/** Buyers of the directory, found by name or id. An id that the directory lacks can be chosen too. */
export function BuyerChoice({
  label,
  description,
  value,
  onChange,
  error,
  w,
  isLabelHidden = false,
}: BuyerChoiceProps) {
  const { memberId } = usePlace();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), typingMs);
  const found = useQuery({ ...directoryQuery(search, memberId), placeholderData: keepPreviousData });
  const members = found.data?.items ?? [];
  const known = new Map<number, Buyer>([...members, ...value].map(({ id, name }) => [id, { id, name }]));
  const notTrading = new Set(members.filter(({ active }) => !active).map(({ id }) => id));
  const asId = /^[1-9]\d{0,14}$/.test(typed.trim()) ? Number(typed.trim()) : null;
  if (asId !== null && !known.has(asId)) known.set(asId, { id: asId, name: null });
  const isFound = search === typed.trim() && !found.isFetching;
  const shown = useRef({ typed, value });
  useEffect(() => {
    shown.current = { typed, value };
  });
  /** For an Enter before the directory's answer: takes the first match once it is there, unless the user types on. */
  const takeFound = async () => {
    const { items } = await queryClient.fetchQuery(directoryQuery(typed.trim(), memberId));
    const { value: chosen, typed: now } = shown.current;
    // A field that loses the focus is emptied.
    if (now !== typed && now !== '') return;
    const first = [...items, ...(asId === null ? [] : [{ id: asId, name: null }])].find(
      ({ id }) => !chosen.some((one) => one.id === id),
    );
    if (first === undefined) return;
    onChange([...chosen, { id: first.id, name: first.name }]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    if (!isEnter || isFound || typed.trim() === '') return takeChoice(event);
    event.preventDefault();
    const { currentTarget: input } = event;
    // The browser sends no form meanwhile. Where the directory cannot be read, the list says so.
    input.setCustomValidity('The buyer is still looked for');
    takeFound()
      .catch(() => {})
      .finally(() => input.setCustomValidity(''));
  };
  // So many labels in a field would be drawn again with every letter, so that a list shows the chosen ones instead.
  const isLong = value.length > mostLabels;
  const chosen = isLong ? [] : value;
  const taken = new Set(isLong ? value.map(({ id }) => id) : []);
  const offered = isLong ? members.filter(({ id }) => !taken.has(id)) : [...known.values()];
  const asTyped = isLong && asId !== null && !taken.has(asId) && offered.every(({ id }) => id !== asId);
  const data = asTyped ? [...offered, { id: asId, name: null }] : offered;
  const field = (
    <MultiSelect
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      {...(description === undefined ? {} : { description })}
      {...(w === undefined ? {} : { w })}
      placeholder={value.length === 0 ? 'Name or id' : isLong ? 'Add a buyer: name or id' : ''}
      searchable
      hidePickedOptions
      limit={mostFound}
      nothingFoundMessage={isFound ? 'The directory has no such buyer' : 'Searching…'}
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={onKeyDown}
      data={data.map((buyer) => ({
        value: String(buyer.id),
        label: `${buyerName(buyer)} (${buyer.id}${notTrading.has(buyer.id) ? ', no longer trades' : ''}${buyer.name === null ? ', not in the directory' : ''})`,
      }))}
      value={chosen.map(({ id }) => String(id))}
      onChange={(ids) => {
        const fresh = ids.flatMap((id) => known.get(Number(id)) ?? []);
        onChange(isLong ? [...value, ...fresh] : fresh);
      }}
      error={error ?? found.error?.message}
    />
  );
  if (!isLong) return field;
  return (
    <div>
      {field}
      <ChosenBuyers label={label} value={value} onChange={onChange} />
    </div>
  );
}

interface ChosenBuyersProps {
  readonly label: string;
  readonly value: readonly Buyer[];
  readonly onChange: (buyers: readonly Buyer[]) => void;
}

const mostShown = 50;

/** Many chosen buyers as a list that is searched, each with a button that takes it out. */
function ChosenBuyers({ label, value, onChange }: ChosenBuyersProps) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const found = useMemo(
    () => value.filter((buyer) => `${buyerName(buyer)} ${buyer.id}`.toLowerCase().includes(wanted)),
    [value, wanted],
  );
  return (
    <div className="chosen-buyers">
      <TextInput
        type="search"
        aria-label={`Search the chosen: ${label}`}
        placeholder={`Search the ${counted(value.length, 'buyer')}`}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter does not send the form.
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
        }}
      />
      <ul className="chosen-list" aria-label={`Chosen: ${label}`}>
        {found.slice(0, mostShown).map((buyer) => (
          <li key={buyer.id}>
            <span className="cut">
              {buyerName(buyer)} <span className="muted">({buyer.id})</span>
            </span>
            <SmallButton
              aria-label={`Remove ${buyerName(buyer)}`}
              onClick={() => onChange(value.filter(({ id }) => id !== buyer.id))}
            >
              Remove
            </SmallButton>
          </li>
        ))}
      </ul>
      <p className="muted" role="status">
        {found.length > mostShown
          ? `${countText(mostShown)} of ${counted(found.length, 'buyer')}: search for the others`
          : `${countText(found.length)} of ${counted(value.length, 'buyer')}`}
      </p>
    </div>
  );
}
