import { Button, CloseButton } from '@mantine/core';
import { toFeePpm } from '@auction-tiers/tier-engine';
import { feeText } from '../../../figure/count.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { usePlace } from '../../../address/place.ts';
import { contentOf, type DraftProfile, type DraftTier, type TierKey } from '../../../draft/content.ts';
import { EditProblem } from '../../../difference/edit-problem.tsx';
import { fieldLabel, valueText } from '../../../difference/field-words.ts';
import { focusFirst } from '../../../part/form.tsx';
import { useKeys } from '../../../part/use-keys.ts';
import { LiveWrite } from '../../../part/live-write.tsx';
import { Notice, Problem, QuietButton } from '../../../part/kit.tsx';
import { whereText } from '../../../words/targeting.ts';
import { LiveNotice } from '../../experiments/live-notice.tsx';
import { copyOf, saveTier } from '../edit/edits.ts';
import { valuesOf } from '../edit/form-values.ts';
import { bareTier, type LadderRow } from '../row/ladder-row.ts';
import { buyerName } from '../../../words/buyer-name.ts';
import type { Overtaken } from '../edit/save-now.ts';
import { typedMicros, typedText } from '../../../figure/typed.ts';
import { useProfiles } from '../row/use-profiles.ts';
import { MinimumPart } from './minimum-part.tsx';
import { TierFiguresPart } from './tier-figures.tsx';
import { TierForm } from './tier-form.tsx';
import type { Ladder } from '../row/use-ladder.ts';
import { targetOf, type TierEdits } from '../edit/use-tier-edits.ts';
import { typeNew, useTierPanel } from './use-tier-panel.ts';

interface TierPanelProps {
  /** The tier; null: a new one. */
  readonly row: LadderRow | null;
  readonly ladder: Ladder;
  readonly edits: TierEdits;
  readonly canEdit: boolean;
  /** Focuses the form. */
  readonly isFocused: boolean;
  readonly onOpen: (key: TierKey | 'new') => void;
  readonly onClose: () => void;
}

/** One tier beside the ladder: its form on top, what it did below. */
export function TierPanel({ row, ladder, edits, canEdit, isFocused, onOpen, onClose }: TierPanelProps) {
  const { member, ymProfile } = usePlace();
  const profiles = useProfiles(ladder.content);
  const panel = useTierPanel({ row, ladder, profiles, onMade: onOpen });
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) firstField.current?.focus();
  }, [isFocused]);
  const form = useRef<HTMLFormElement>(null);
  const { found } = panel;
  // Focuses the first invalid field, which may be out of sight.
  useEffect(() => {
    if (found.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [found]);
  const keys = useKeys<HTMLElement>({
    Escape: onClose,
    ...(canEdit ? { 'Ctrl-Enter': () => form.current?.requestSubmit() } : {}),
  });
  const title = row === null ? 'New tier' : row.shown.name;
  return (
    <aside className="side-panel" aria-label={title} ref={keys}>
      <div className="side-panel-head">
        <h2 title={title}>{title}</h2>
        {row !== null && (
          <Link to="/tiers/$tier" params={{ tier: row.key }} search>
            Room of this tier
          </Link>
        )}
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      {/* Both users wait for the answer: it is asked at the top, and comes into sight. */}
      {(panel.overtaken !== null || panel.inDraft.moved !== null) && (
        <div ref={focusFirst} tabIndex={-1}>
          {panel.overtaken !== null && (
            <Taken
              overtaken={panel.overtaken}
              seen={panel.seen}
              onMine={() => panel.saveLive(panel.note, panel.overtaken!.now)}
              onTheirs={panel.takeTheirs}
            />
          )}
          {panel.inDraft.moved !== null && <EditProblem edit={panel.inDraft} />}
        </div>
      )}
      {row?.findings.map(({ severity, message, advice }) => (
        <Notice key={message}>
          ⚠ {severity}: {message} <span className="muted">{advice}</span>
        </Notice>
      ))}
      {row?.state === 'removed' ? (
        <Notice>
          The draft deletes this tier; it stays live until the draft is published.{' '}
          {canEdit && ladder.live !== null && (
            <QuietButton onClick={() => edits.restore(row, contentOf(ladder.live!))}>Keep it</QuietButton>
          )}
        </Notice>
      ) : (
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            if (canEdit) panel.saveInDraft();
          }}
        >
          <fieldset className="tier-fieldset" disabled={!canEdit}>
            <TierForm
              values={panel.values}
              onChange={panel.change}
              problems={panel.problems}
              liveOf={(field) => liveWords(row, field)}
              content={ladder.content}
              making={panel.making}
              feePpm={ladder.feePpm}
              feeText={feeText(toFeePpm(member.revenue_share_pct))}
              firstField={firstField}
            />
          </fieldset>
          {panel.error !== null && <Problem error={panel.error} />}
          {canEdit && (
            <div className="tier-actions">
              <Button
                type="submit"
                loading={panel.isSaving}
                disabled={row !== null && !panel.isTyped}
                title="Ctrl-Enter"
              >
                {panel.inDraft.saveLabel}
              </Button>
              {panel.isTyped && <QuietButton onClick={panel.forget}>Discard changes</QuietButton>}
              {row !== null && !panel.isTyped && (
                <OtherActions
                  row={row}
                  edits={edits}
                  onCopy={() => {
                    typeNew(ymProfile.id, valuesOf(copyOf(row.shown)));
                    onOpen('new');
                  }}
                  onBackToLive={() =>
                    panel.edit(saveTier(targetOf(row), bareTier(row.live!), profileOfLive(row, ladder)))
                  }
                  onClose={onClose}
                />
              )}
            </div>
          )}
        </form>
      )}
      {canEdit && panel.whyNotNow !== null && <p className="muted">{panel.whyNotNow}</p>}
      {canEdit && panel.whyNotNow === null && (
        <section className="live-writes" aria-label="Live, without a draft">
          <h3>Live, without a draft</h3>
          <LiveNotice />
          {(row === null || panel.isTyped) && (
            <LiveWrite
              action="Save live"
              meaning={`From now on all auctions are decided with it. It does not go through a draft, and nothing is tried before.${panel.hasDraft ? ' Only what you typed goes live; the open draft keeps its own changes.' : ''}`}
              isPending={panel.isSaving}
              onWrite={(note) => {
                // The browser reports a partly typed time, which counts as no value.
                if (form.current?.reportValidity() !== false) panel.saveLive(note);
              }}
            />
          )}
          {row !== null && row.live !== null && ladder.live !== null && !panel.isTyped && (
            <LiveWrite
              action="Delete live"
              meaning="From now on no auction is decided with this tier. It does not go through a draft."
              isDanger
              isPending={edits.isPending}
              onWrite={(note) => {
                edits.removeNow(row.live!, ladder.live!.revision, note);
                onClose();
              }}
            />
          )}
        </section>
      )}
      {row !== null && row.state !== 'removed' && (
        <MinimumPart
          tierKey={row.key}
          hasDraft={ladder.draft !== null}
          valueMicros={typedMicros(panel.values.min_price) ?? 0}
          onMove={(price) => {
            if (canEdit) panel.change({ min_price: typedText(price, 2) });
          }}
        />
      )}
      {row !== null && <TierFiguresPart row={row} />}
    </aside>
  );
}

const profileOfLive = ({ live }: LadderRow, ladder: Ladder): DraftProfile | null =>
  ladder.live === null ? null : (contentOf(ladder.live).profiles.find(({ id }) => id === live?.profile_id) ?? null);

interface OtherActionsProps {
  readonly row: LadderRow;
  readonly edits: TierEdits;
  readonly onCopy: () => void;
  readonly onBackToLive: () => void;
  readonly onClose: () => void;
}

function OtherActions({ row, edits, onCopy, onBackToLive, onClose }: OtherActionsProps) {
  return (
    <>
      {row.state === 'changed' && <QuietButton onClick={onBackToLive}>Back to live</QuietButton>}
      <QuietButton onClick={onCopy}>Duplicate</QuietButton>
      <QuietButton
        className="tier-delete"
        onClick={() => {
          edits.remove([targetOf(row)]);
          onClose();
        }}
      >
        Delete
      </QuietButton>
    </>
  );
}

interface TakenProps {
  readonly overtaken: Overtaken;
  /** The tier as it was when the typing began. */
  readonly seen: LadderRow | null;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** What another user has saved since the tier was opened. */
function Taken({ overtaken: { now, fields }, seen, onMine, onTheirs }: TakenProps) {
  const then = seen?.live ?? null;
  return (
    <div className="notice" role="alert">
      Another user has changed this tier since you opened it:{' '}
      {fields
        .map((field) => {
          const [before, after] = [then, now].map((tier) => (tier === null ? null : wordsOfField(tier, field)));
          return `${fieldLabel(field)} ${before === null ? '' : `${before} → `}${after}`;
        })
        .join('; ')}
      . Nothing of yours is saved yet. <QuietButton onClick={onMine}>Save mine over it</QuietButton>
      <QuietButton onClick={onTheirs}>Take theirs</QuietButton>
    </div>
  );
}

function wordsOfField(tier: Pick<DraftTier, keyof DraftTier> | object, field: string): string {
  const value = (tier as Readonly<Record<string, unknown>>)[field];
  if (field === 'buyer_members') {
    return ((value ?? []) as Parameters<typeof buyerName>[0][]).map(buyerName).join(', ') || 'no buyer';
  }
  if (field === 'profile_id' && value === null) return whereText(null);
  return valueText(field, value);
}

/** A field as it is live, where the draft changes it. */
function liveWords(row: LadderRow | null, field: string): string | null {
  if (row === null || row.live === null || !row.changed.has(field as keyof DraftTier)) return null;
  if (field === 'profile_id') return row.liveWhere;
  return wordsOfField(row.live, field);
}
