import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { counted, countText } from '../../../figure/count.ts';
import { cpmIn } from '../../../figure/figures.ts';
import { BuyerChoice } from './buyer-choice.tsx';
import { type BulkEdit, type Buyer, previewOf } from './bulk.ts';
import type { Target } from './edits.ts';
import { type Content, keyOf } from '../../../draft/content.ts';
import { withOwnWrites } from '../../../draft/use-draft.ts';
import { contentSeen, type Seen } from '../../../draft/seen.ts';
import { PlainButton } from '../../../part/kit.tsx';
import { Choice } from '../../../part/form.tsx';
import { listed } from '../../../words/listed.ts';

interface BulkBarProps {
  readonly chosen: readonly Target[];
  readonly seenNow: Seen;
  readonly isBusy: boolean;
  /** `seen`: what the preview was made of. */
  readonly onApply: (targets: readonly Target[], edit: BulkEdit, seen: Seen) => void;
  readonly onClear: () => void;
}

/** What can be changed of the chosen tiers; a price is in the currency of the page. */
const kindWords = (): Readonly<Record<BulkEdit['kind'], string>> => ({
  'price-by': 'Net minimum by (%)',
  'price-to': `Net minimum to (${cpmIn()})`,
  priority: 'Priority to',
  'add-buyers': 'Add buyers',
  'remove-buyers': 'Remove buyers',
  remove: 'Delete',
});

interface Typed {
  readonly text: string;
  readonly buyers: readonly Buyer[];
  readonly isOfExcludes: boolean;
}

function editOf(kind: BulkEdit['kind'], { text, buyers, isOfExcludes }: Typed): BulkEdit {
  switch (kind) {
    case 'price-by':
      return { kind, percent: text, isOfExcludes };
    case 'price-to':
      return { kind, price: text, isOfExcludes };
    case 'priority':
      return { kind, priority: Number(text.trim() === '' ? Number.NaN : text) };
    case 'add-buyers':
    case 'remove-buyers':
      return { kind, buyers };
    case 'remove':
      return { kind };
  }
}

/** How many of the chosen tiers are live: `, of which 1 is live`; the others are new in the draft. */
export function liveWords(chosen: readonly Target[]): string {
  const live = chosen.filter(({ tier }) => tier.id !== undefined).length;
  if (live === chosen.length) return live === 1 ? ', live' : ', all live';
  return live === 0 ? ', none live' : `, of which ${countText(live)} ${live === 1 ? 'is' : 'are'} live`;
}

/** The chosen tiers as a content has them. */
function asSeen(chosen: readonly Target[], { tiers }: Content): readonly Target[] {
  const seen = new Map(tiers.map((tier, index) => [keyOf(tier, index), tier]));
  return chosen.flatMap(({ key }) => {
    const tier = seen.get(key);
    return tier === undefined ? [] : { key, tier };
  });
}

/** Names stay as they are, so that a price in one will be wrong. */
const quotesWords = (names: readonly string[]): string =>
  `${listed(names.map((name) => `“${name}”`))} will still quote the old price: rename ${names.length === 1 ? 'it' : 'them'}`;

/** At the bottom while tiers are chosen: one change of all of them, and its effect before it is made. */
export function BulkBar({ chosen, seenNow, isBusy, onApply, onClear }: BulkBarProps) {
  const kinds = kindWords();
  const [kind, setKind] = useState<BulkEdit['kind']>('price-by');
  const [text, setText] = useState('');
  const [buyers, setBuyers] = useState<readonly Buyer[]>([]);
  const [isOfExcludes, setIsOfExcludes] = useState(false);
  const edit = useMemo(() => editOf(kind, { text, buyers, isOfExcludes }), [kind, text, buyers, isOfExcludes]);
  // The preview shows the tiers of when the bar opened, with this page's own writes since then.
  const [opened] = useState(seenNow);
  const { draft, live } = withOwnWrites(opened);
  const targets = useMemo(() => asSeen(chosen, contentSeen({ draft, live })), [chosen, draft, live]);
  const preview = useMemo(() => previewOf(targets, edit), [targets, edit]);
  const hasBuyers = kind === 'add-buyers' || kind === 'remove-buyers';
  const isUntouched = hasBuyers ? buyers.length === 0 : kind !== 'remove' && text.trim() === '';
  const label = kinds[kind];
  return (
    <form
      className="bulk-bar"
      aria-label="Edit the chosen tiers"
      onSubmit={(event) => {
        event.preventDefault();
        if (preview.changed > 0) onApply(targets, edit, opened);
      }}
    >
      <strong>
        {counted(chosen.length, 'tier')} chosen{liveWords(chosen)}
      </strong>
      <Choice aria-label="What to change" w={176} words={kinds} value={kind} onChange={setKind} />
      {hasBuyers && <BuyerChoice label={label} isLabelHidden w={280} value={buyers} onChange={setBuyers} />}
      {!hasBuyers && kind !== 'remove' && (
        <TextInput
          aria-label={label}
          w={112}
          inputMode="decimal"
          placeholder={{ 'price-by': '10 or -2.5', 'price-to': '2.00', priority: '1 to 10' }[kind]}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <span className="bulk-words" role="status">
        {!isUntouched && (
          <>
            {preview.problem === null ? preview.words : <span className="loss">{preview.problem}</span>}
            {preview.kept.map(({ reason, count }) => (
              <span key={reason} className="muted">
                {' '}
                · {count} {reason}
              </span>
            ))}
            {preview.quotes.length > 0 && <span className="warn"> · {quotesWords(preview.quotes)}</span>}
          </>
        )}
      </span>
      {!isUntouched && preview.excludes > 0 && (
        <Checkbox
          label={`Also ${counted(preview.excludes, 'exclude tier')}: ${preview.meaning}`}
          checked={isOfExcludes}
          onChange={(event) => setIsOfExcludes(event.currentTarget.checked)}
        />
      )}
      <Button type="submit" disabled={preview.changed === 0} loading={isBusy}>
        {kind === 'remove' ? 'Delete in the draft' : 'Change in the draft'}
      </Button>
      <PlainButton onClick={onClear}>Clear</PlainButton>
    </form>
  );
}
