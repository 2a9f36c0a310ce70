import type { TargetingProfile } from '@auction-tiers/contract';
import { ActionIcon, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { counted } from '../../figure/count.ts';
import { Form } from '../../part/form.tsx';
import { LiveWrite } from '../../part/live-write.tsx';
import { PlainButton, Problem } from '../../part/kit.tsx';
import { useUnsaved } from '../../part/unsaved.ts';
import { useKeys } from '../../part/use-keys.ts';
import { ProfileFields, ProfileProblems, problemsOf } from '../../targeting/profile-fields.tsx';
import { bodyOf, type ProfileBody } from '../../targeting/target-list.ts';
import { whereText } from '../../words/targeting.ts';
import { LiveNotice } from '../experiments/live-notice.tsx';
import type { ProfileUse } from './profile-list.ts';
import { inDraft, useRemove, useSaveInDraft, useSaveLive } from './save-profile.ts';

interface PanelProps {
  /** Null: a new one. */
  readonly stored: TargetingProfile | null;
  /** The values that the form begins with: for a duplicate those of the original profile. */
  readonly first: ProfileBody;
  readonly uses: readonly ProfileUse[];
  readonly onClose: () => void;
  readonly onDuplicate: (body: ProfileBody) => void;
}

/** The editor of one profile, beside the list. */
export function ProfilePanel({ stored: storedNow, first, uses, onClose, onDuplicate }: PanelProps) {
  const { member, session } = usePlace();
  const saveInDraft = useSaveInDraft();
  // The versions of when the form was opened, so that changes of others are not overwritten unseen.
  const [{ stored, seen }] = useState({ stored: storedNow, seen: saveInDraft.seen });
  const { draft, live } = seen;
  const drafted = stored === null ? undefined : inDraft(draft?.tier_set ?? null, stored);
  const [begun] = useState<ProfileBody>(drafted === undefined ? first : bodyOf(drafted));
  const [body, setBody] = useState(begun);
  useUnsaved(body !== begun);
  const [isSent, setIsSent] = useState(false);
  const liveButton = useRef<HTMLButtonElement>(null);
  const saveLive = useSaveLive();
  const remove = useRemove();
  const keys = useKeys<HTMLElement>({ Escape: onClose });
  const problems = problemsOf(body);
  const canEdit = session.scopes.includes('write');
  const mayDirect = canEdit && member.publishing === 'direct';
  // A draft has the profiles that the tiers of its ym-profile use.
  const mayDraft =
    canEdit && stored !== null && (drafted ?? live?.profiles.find(({ id }) => id === stored.id)) !== undefined;
  const error = saveLive.error ?? (saveInDraft.moved === null ? saveInDraft.error : null);
  const title = stored === null ? 'New profile' : (stored.name ?? `Profile ${stored.id}`);
  /** Saves in the draft; a write that would be live at once needs a confirmation first. */
  const submit = () => {
    setIsSent(true);
    if (problems.length > 0) return;
    if (mayDraft && stored !== null) saveInDraft.save(stored.id, body, seen, onClose);
    else liveButton.current?.click();
  };
  return (
    <aside className="side-panel" aria-label={title} ref={keys}>
      <div className="side-panel-head">
        <h2>{title}</h2>
        <ActionIcon aria-label="Close" onClick={onClose}>
          ×
        </ActionIcon>
      </div>
      <p>
        <span className="muted">Applies to </span>
        <strong>{whereText(body)}</strong>
      </p>
      {drafted !== undefined && <p className="muted">This is the profile as the open draft has it.</p>}
      <Form form={{ submit, error, fields: Object.keys(body) }}>
        <fieldset className="bare-fields" disabled={!canEdit}>
          <ProfileFields body={body} error={error} timeZone={member.timezone} onChange={setBody} />
        </fieldset>
        {isSent && <ProfileProblems problems={problems} />}
        {saveInDraft.moved !== null && <EditProblem edit={saveInDraft} />}
        <div className="form-actions">
          {mayDraft && (
            <Button type="submit" loading={saveInDraft.isPending}>
              {saveInDraft.saveLabel}
            </Button>
          )}
          {canEdit && stored !== null && <PlainButton onClick={() => onDuplicate(body)}>Duplicate</PlainButton>}
        </div>
        {canEdit && <p className="muted">{whatSavingDoes({ mayDraft, mayDirect, isNew: stored === null })}</p>}
      </Form>
      {mayDirect && (
        <section className="live-writes" aria-label="Live, without a draft">
          <h3>Live, without a draft</h3>
          {uses.length > 0 && <LiveNotice />}
          <LiveWrite
            action={stored === null ? 'Make it live' : 'Save live'}
            meaning={meaningOf(uses)}
            ref={liveButton}
            isPending={saveLive.isPending}
            onWrite={(note) => {
              setIsSent(true);
              if (problems.length === 0) saveLive.mutate({ stored, body, note }, { onSuccess: onClose });
            }}
          />
          {stored !== null && (
            <LiveWrite
              action="Delete live"
              meaning={`${title} is deleted at once. A targeting profile that a tier uses stays.`}
              isDanger
              isPending={remove.isPending}
              onWrite={(note) => remove.mutate({ id: stored.id, note }, { onSuccess: onClose })}
            />
          )}
        </section>
      )}
      {remove.error !== null && <Problem error={remove.error} />}
    </aside>
  );
}

/** What a write to the live profile does to auctions. */
function meaningOf(uses: readonly ProfileUse[]): string {
  if (uses.length === 0) return 'It is saved at once. No tier uses it, so that no auction changes.';
  const names = uses.slice(0, mostNamed).map(({ name }) => name);
  const more = uses.length - names.length;
  return `From now on all auctions are decided with it, in ${counted(uses.length, 'tier')}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. It does not go through a draft, and nothing is tried before.`;
}

const mostNamed = 3;

interface Saving {
  readonly mayDraft: boolean;
  readonly mayDirect: boolean;
  readonly isNew: boolean;
}

function whatSavingDoes({ mayDraft, mayDirect, isNew }: Saving): string {
  if (mayDraft) return 'In the draft it changes no auction until the draft is published.';
  const inTier = 'A new one can also be made in the form of a tier that is to have it, as part of the draft.';
  if (mayDirect) return isNew ? inTier : '';
  return `This seller changes its targeting profiles by drafts, and a draft has those that its tiers use. ${inTier}`;
}
