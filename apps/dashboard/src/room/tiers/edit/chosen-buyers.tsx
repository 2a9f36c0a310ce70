import { TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { counted, countText } from '../../../figure/count.ts';
import type { Buyer } from './bulk.ts';
import { buyerName } from '../../../words/buyer-name.ts';
import { SmallButton } from '../../../part/kit.tsx';

interface ChosenBuyersProps {
  readonly label: string;
  readonly value: readonly Buyer[];
  readonly onChange: (buyers: readonly Buyer[]) => void;
}

const mostShown = 50;

/** Many chosen buyers as a list that is searched, each with a button that takes it out. */
export function ChosenBuyers({ label, value, onChange }: ChosenBuyersProps) {
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
