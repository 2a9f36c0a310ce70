import { Button, Select, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { counted, countText } from '../../figure/count.ts';
import { buyerName } from '../../words/buyer-name.ts';
import type { LadderRow } from './row/ladder-row.ts';
import { lintChoices } from '../../address/room-search.ts';
import type { LintChoice, TiersSearch, Wanted } from './row/tiers-search.ts';

interface LadderHeadProps {
  readonly rows: readonly LadderRow[];
  /** How many tiers are shown. */
  readonly shown: number;
  readonly search: TiersSearch;
  readonly hasDraft: boolean;
  readonly isDense: boolean;
  readonly onDense: (isDense: boolean) => void;
  readonly onChange: (wanted: Wanted) => void;
  readonly onNew: (() => void) | null;
  /** What is done with all tiers. */
  readonly menu: ReactNode;
}

const lintWords: Readonly<Record<LintChoice, string>> = {
  any: 'any issue',
  error: 'errors',
  warning: 'warnings',
  info: 'remarks',
  none: 'no issue',
};
const typingMs = 250;
const mostOptions = 100;

/** Search and filters of the ladder; what is chosen goes into the address. */
export function LadderHead(props: LadderHeadProps) {
  const { rows, shown, search, hasDraft, isDense, onDense, onChange, onNew, menu } = props;
  const { q = '', action, buyer, where, lint, drafted } = search;
  const { buyers, places } = useMemo(() => choicesOf(rows), [rows]);
  const isFiltered = [q === '' ? undefined : q, action, buyer, where, lint, drafted].some((one) => one !== undefined);
  return (
    <>
      <SearchText value={q} onChange={(text) => onChange({ q: text })} />
      <Select
        aria-label="Action"
        placeholder="Action"
        w={104}
        clearable
        data={[
          { value: 'include', label: '▲ include' },
          { value: 'exclude', label: '⊘ exclude' },
        ]}
        value={action ?? null}
        onChange={(value) => onChange({ action: value ?? undefined })}
      />
      <Select
        aria-label="Buyer"
        placeholder="Buyer"
        w={120}
        clearable
        searchable
        limit={mostOptions}
        nothingFoundMessage="No tier names such a buyer"
        data={buyers}
        value={buyer === undefined ? null : String(buyer)}
        onChange={(value) => onChange({ buyer: value === null ? undefined : Number(value) })}
      />
      <Select
        aria-label="Where"
        placeholder="Where"
        w={120}
        clearable
        searchable
        limit={mostOptions}
        nothingFoundMessage="No tier has such a targeting"
        data={places}
        value={where === undefined ? null : String(where)}
        onChange={(value) =>
          onChange({ where: value === null ? undefined : value === 'everywhere' ? value : Number(value) })
        }
      />
      <Select
        aria-label="Issues"
        placeholder="Issues"
        w={96}
        clearable
        data={lintChoices.map((value) => ({ value, label: lintWords[value] }))}
        value={lint ?? null}
        onChange={(value) => onChange({ lint: value ?? undefined })}
      />
      {hasDraft && (
        <Button
          variant={drafted === true ? 'light' : 'default'}
          aria-pressed={drafted === true}
          onClick={() => onChange({ drafted: drafted === true ? undefined : true })}
        >
          Draft only
        </Button>
      )}
      <Switch label="Dense" checked={isDense} onChange={(event) => onDense(event.currentTarget.checked)} />
      <span className="muted" role="status" style={{ marginLeft: 'auto' }}>
        {isFiltered ? `${countText(shown)} of ${counted(rows.length, 'tier')}` : counted(rows.length, 'tier')}
      </span>
      {menu}
      {onNew !== null && <Button onClick={onNew}>+ New tier</Button>}
    </>
  );
}

/** A typed text is shown at once, and goes into the address once the user stops typing. */
function SearchText({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      onChange(typed);
      setTyped(null);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <TextInput
      data-search
      type="search"
      aria-label="Search name, buyer, targeting"
      placeholder="Name, buyer or place"
      w={172}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.blur();
      }}
    />
  );
}

/** The buyers and profiles that the tiers have, by name. */
function choicesOf(rows: readonly LadderRow[]) {
  const buyers = new Map<string, string>();
  const places = new Map([['everywhere', 'everywhere']]);
  for (const { shown, profile } of rows) {
    for (const buyer of shown.buyer_members ?? []) {
      const id = String(buyer.id);
      if (!buyers.has(id)) buyers.set(id, `${buyerName(buyer)} (${id})`);
    }
    if (shown.profile_id !== null) places.set(String(shown.profile_id), profile ?? '');
  }
  const [everywhere, ...others] = toOptions(places);
  return {
    buyers: toOptions(buyers).toSorted(byLabel),
    places: [everywhere!, ...others.toSorted(byLabel)],
  };
}

const toOptions = (labels: ReadonlyMap<string, string>) => [...labels].map(([value, label]) => ({ value, label }));
const byLabel = (a: { readonly label: string }, b: { readonly label: string }): number =>
  a.label.localeCompare(b.label);
