import { Button } from '@mantine/core';
import { toFeePpm } from '@auction-tiers/tier-engine';
import { feeText } from '../../../figure/count.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { usePlace } from '../../../address/place.ts';
import { contentOf, type DraftTier, type TierKey } from '../../../draft/content.ts';
import { EditProblem } from '../../../difference/edit-problem.tsx';
import { fieldLabel, valueText } from '../../../difference/field-words.ts';
import { focusFirst, LiveWrite } from '../../../part/form.tsx';
import { Notice, Problem, QuietButton, SidePanel, Waiting } from '../../../part/kit.tsx';
import { whereText } from '../../../words/targeting.ts';
import { useNewestAdvice } from '../../../comparison/use-newest-advice.ts';
import { useLive } from '../../../draft/use-draft.ts';
import { OneProposal } from '../../advice/one-proposal.tsx';
import { proposalOf } from '../../advice/proposal-words.ts';
import { LiveNotice } from '../../experiments/live-notice.tsx';
import { copyOf, saveTier } from '../edit/edits.ts';
import { valuesOf } from '../edit/form-values.ts';
import { bareTier, type LadderRow } from '../row/ladder-row.ts';
import { buyerName } from '../../../words/buyer-name.ts';
import type { Overtaken } from '../edit/save-now.ts';
import { typedMicros, typedText } from '../../../figure/typed.ts';
import { useProfiles } from '../row/use-profiles.ts';
import { TierFiguresPart } from './tier-figures.tsx';
import { TierForm } from './tier-form.tsx';
import type { Ladder } from '../row/use-ladder.ts';
import { targetOf, type TierEdits } from '../edit/use-tier-edits.ts';
import { typeNew, useTierPanel } from './use-tier-panel.ts';
import '../../tier/tier.css';
import { useLocalStorage } from '@mantine/hooks';
import { cpmIn, cpmPrice, cpmText, fromMicros, toMicros } from '../../../figure/figures.ts';
import { SampleNote } from '../../../sample/sample-note.tsx';
import { type DecidingTiers, useDecidingTiers } from '../../../sample/tier-source.ts';
import { useMinimum, useSample, useSampleAnswer } from '../../../sample/use-sample.ts';
import { saidOf } from '../../tier/curve.tsx';
import { PriceSlider } from '../../tier/price-slider.tsx';

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
  const panel = useTierPanel({ row, ladder, profiles: useProfiles(ladder.content), onMade: onOpen });
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
  const backToLive = (changed: LadderRow) => {
    const [live, profiles] = [bareTier(changed.live!), contentOf(ladder.live!).profiles];
    panel.edit(saveTier(targetOf(changed), live, profiles.find(({ id }) => id === live.profile_id) ?? null));
  };
  return (
    <SidePanel
      title={row === null ? 'New tier' : row.shown.name}
      keys={canEdit ? { 'Ctrl-Enter': () => form.current?.requestSubmit() } : {}}
      head={
        row !== null && (
          <Link to="/tiers/$tier" params={{ tier: row.key }} search>
            Room of this tier
          </Link>
        )
      }
      onClose={onClose}
    >
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
      {row?.live !== undefined && row.live !== null && <TierAdvice tierId={row.live.id} mayTake={canEdit} />}
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
          {!canEdit && <p className="muted">Your user may look at tiers, and change none.</p>}
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
                <>
                  {row.state === 'changed' && <QuietButton onClick={() => backToLive(row)}>Back to live</QuietButton>}
                  <QuietButton
                    onClick={() => {
                      typeNew(ymProfile.id, valuesOf(copyOf(row.shown)));
                      onOpen('new');
                    }}
                  >
                    Duplicate
                  </QuietButton>
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
    </SidePanel>
  );
}

/** What advice proposes first for the tier, which is taken alone. */
function TierAdvice({ tierId, mayTake }: { readonly tierId: number; readonly mayTake: boolean }) {
  const { live } = useLive();
  const { report } = useNewestAdvice();
  const first = live === null ? undefined : proposalOf(live.tiers, tierId, report?.proposals ?? []);
  if (live === null || report === null || first === undefined) return null;
  return (
    <section aria-label="Advice">
      <ul className="plain-list">
        <OneProposal proposal={first} live={live} currency={report.currency} mayTake={mayTake} />
      </ul>
    </section>
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

interface MinimumPartProps {
  readonly tierKey: TierKey;
  readonly hasDraft: boolean;
  /** The minimum in the form, net CPM micros. */
  readonly valueMicros: number;
  readonly onMove: (price: number) => void;
}

/** What another minimum would do, beside the form; recorded auctions are read once it is opened, and then for each tier. */
function MinimumPart(props: MinimumPartProps) {
  const [isOpen, setIsOpen] = useLocalStorage({ key: 'tier-curve', defaultValue: false });
  return (
    <details className="block" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        What another net minimum would do{' '}
        <span className="muted">with the recorded bids, under {props.hasDraft ? 'the draft’s' : 'today’s'} tiers</span>
      </summary>
      {isOpen && <OfTiers {...props} />}
    </details>
  );
}

function OfTiers(props: MinimumPartProps) {
  const tiers = useDecidingTiers(props.hasDraft ? 'draft' : 'live');
  const tierId = [...(tiers?.tiers ?? [])].find(([, { key }]) => key === props.tierKey)?.[0];
  return tiers === null || tierId === undefined ? (
    <Waiting rows={4} />
  ) : (
    <Curve {...props} tiers={tiers} tierId={tierId} />
  );
}

type CurveProps = MinimumPartProps & { readonly tiers: DecidingTiers; readonly tierId: number };

function Curve({ tiers, tierId, valueMicros, onMove }: CurveProps) {
  const { currency } = usePlace();
  const view = useSample();
  const tier = tiers.source.tiers.find(({ id }) => id === tierId)!;
  const { data, error } = useSampleAnswer(view, tiers, { tier_id: tierId });
  const value = fromMicros(valueMicros);
  const answer = useMinimum(view, tiers, tierId, value);
  const said = answer ? saidOf(answer, tier.memberAction === 'exclude', currency) : null;
  return (
    <>
      {error !== null && <Problem error={error} />}
      {view.state.state === 'ready' && (
        <PriceSlider
          bins={data?.tier?.prices ?? null}
          before={fromMicros(tier.minPriceMicros ?? 0)}
          value={value}
          valueText={said === null ? cpmPrice(value) : `${cpmPrice(value)}: ${said}`}
          onMove={(price) => onMove(fromMicros(toMicros(price)))}
          curve={data?.tier?.curve ?? null}
          currency={currency}
        />
      )}
      {said !== null && (
        <p role="status">
          At {cpmText(value)} {cpmIn(currency)}, estimated: {said}.
        </p>
      )}
      <SampleNote view={view} />
    </>
  );
}
