import { Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useContext, useId, useMemo, useState } from 'react';
import { FoundPlaceContext, usePlace } from '../address/place.ts';
import { keyOf } from '../draft/content.ts';
import { useDraft, useLive } from '../draft/use-draft.ts';
import { trpc } from '../service/trpc.ts';
import { useBuyerNames } from '../words/buyer-names.ts';
import { whereText } from '../words/targeting.ts';
import { findAll, type Found, type Searched } from './found.ts';

interface SearchAllProps {
  readonly onClose: () => void;
}

/** Searches everything that has a name, in any room: opens an object that is found, and explains a term. */
export function SearchAll(props: SearchAllProps) {
  const { place } = useContext(FoundPlaceContext);
  return place === null ? <SearchBox {...props} searched={nothing} /> : <SearchPlace {...props} />;
}

const nothing: Searched = { tiers: [], buyers: new Map(), profiles: [] };

function SearchPlace(props: SearchAllProps) {
  const { memberId } = usePlace();
  const { live } = useLive();
  const { draft } = useDraft();
  const buyers = useBuyerNames();
  const profiles = useQuery(trpc.profile.list.queryOptions({ member_id: memberId, sort: 'name.asc' }));
  const searched = useMemo((): Searched => {
    const content = draft?.tier_set ?? live;
    return {
      tiers: (content?.tiers ?? []).map((tier, at) => ({
        key: keyOf(tier, at),
        name: tier.name,
        about: [tier.member_action, tier.code].filter(Boolean).join(', '),
      })),
      buyers,
      profiles: (profiles.data?.items ?? []).map((one) => ({
        id: one.id,
        name: one.name ?? `profile no. ${one.id}`,
        about: whereText(one),
      })),
    };
  }, [live, draft, buyers, profiles.data]);
  return <SearchBox {...props} searched={searched} />;
}

function SearchBox({ searched, onClose }: SearchAllProps & { readonly searched: Searched }) {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = useMemo(() => findAll(searched, typed), [searched, typed]);
  const open = ({ to }: Found) => {
    if (to === null) return;
    onClose();
    // The middleware of the routes keeps the parameters that all rooms share.
    void navigate({ to: to.path, search: (() => to.search) as never });
  };
  return (
    <Modal opened onClose={onClose} title="Search everything" size="lg">
      <TextInput
        data-autofocus
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] === undefined ? undefined : `${id}-${at}`}
        aria-label="Search tiers, buyers, markets, profiles, rooms and help"
        placeholder="Tier, buyer, market, profile, room or term"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) setAt(Math.min(Math.max(at + step, 0), Math.max(found.length - 1, 0)));
          else if (event.key === 'Enter' && found[at] !== undefined) open(found[at]);
          else return;
          event.preventDefault();
        }}
      />
      <div className="found" id={id} role="listbox" aria-label="Found">
        {found.map((one, index) => (
          <div
            key={`${one.kind} ${one.name} ${one.about}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            ref={index === at ? bringIntoView : undefined}
            onClick={() => open(one)}
          >
            <span className="muted">{one.kind}</span>
            <span>
              <b>{one.name}</b> <span className="muted">{one.about}</span>
            </span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="muted">No matches.</p>}
    </Modal>
  );
}

const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
