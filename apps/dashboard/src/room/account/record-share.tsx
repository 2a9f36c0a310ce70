import { NumberField, Radios } from '../../part/form.tsx';
import { useState } from 'react';

/** Null: the share of the installation; a number: the typed share, per cent; empty: no share was typed yet. */
export type Share = number | '' | null;

const words = {
  default: 'As this installation has it',
  all: 'All of them: best for a seller with few auctions, because drafts are tried on what was recorded',
  none: 'None: then no draft can be tried on recorded auctions',
  some: 'A part of them',
} as const;
type Kind = keyof typeof words;

const kinds: ReadonlyMap<Share, Kind> = new Map([
  [null, 'default'],
  [100, 'all'],
  [0, 'none'],
]);
const shares: Readonly<Record<Kind, Share>> = { default: null, all: 100, none: 0, some: '' };

interface RecordShareProps {
  readonly value: Share;
  readonly isRefused: boolean;
  readonly onChange: (share: Share) => void;
}

/** How many of the seller's auctions are recorded, per cent. */
export function RecordShare({ value, isRefused, onChange }: RecordShareProps) {
  const [kind, setKind] = useState<Kind>(kinds.get(value) ?? 'some');
  return (
    <>
      <Radios
        label="Auctions that are recorded"
        words={words}
        value={kind}
        error={isRefused ? 'is more than this installation allows; its operator can allow more' : undefined}
        onChange={(next) => {
          setKind(next);
          onChange(shares[next]);
        }}
      />
      {kind === 'some' && (
        <NumberField
          label="Part of the auctions (%)"
          required
          min={0}
          max={100}
          decimals={4}
          value={value ?? ''}
          onChange={onChange}
        />
      )}
    </>
  );
}
