import type { TargetingProfile } from '@auction-tiers/contract';
import { ActionIcon, Button, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { counted } from '../../figure/count.ts';
import { Form, problemAt } from '../../part/form.tsx';
import { Problem } from '../../part/problem.tsx';
import { useKeys } from '../../part/use-keys.ts';
import { whereText } from '../../words/targeting.ts';
import { DimensionPart } from './dimension-part.tsx';
import type { ProfileUse } from './profile-list.ts';
import { inDraft, problemsOf, useRemove, useSaveInDraft, useSaveLive } from './save-profile.ts';
import { begunWith, bodyOf, isUsed, type ProfileBody, profileDimensions, withoutDimension } from './target-list.ts';

interface PanelProps {
  /** Null: a new one. */
  readonly stored: TargetingProfile | null;
  /** What the form begins with: of a duplicate the profile that it is made of. */
  readonly first: ProfileBody;
  readonly uses: readonly ProfileUse[];
  readonly onClose: () => void;
  readonly onDuplicate: (body: ProfileBody) => void;
}

/** The editor of one profile, beside the list. */
export function ProfilePanel({ stored: storedNow, first, uses, onClose, onDuplicate }: PanelProps) {
  const { member } = usePlace();
  const saveInDraft = useSaveInDraft();
  // As they were when the form was opened: what others change meanwhile is not overwritten unseen.
  const [{ stored, seen }] = useState({ stored: storedNow, seen: saveInDraft.seen });
  const { draft, live } = seen;
  const drafted = stored === null ? undefined : inDraft(draft?.tier_set ?? null, stored);
  const [body, setBody] = useState<ProfileBody>(drafted === undefined ? first : bodyOf(drafted));
  const [shown, setShown] = useState<readonly string[]>([]);
  const [isAskingRemove, setIsAskingRemove] = useState(false);
  const saveLive = useSaveLive();
  const remove = useRemove();
  const keys = useKeys<HTMLElement>({ Escape: onClose });
  const problems = problemsOf(body);
  const mayDirect = member.publishing === 'direct';
  // A draft has the profiles that the tiers of its ym-profile use.
  const mayDraft = stored !== null && (drafted ?? live?.profiles.find(({ id }) => id === stored.id)) !== undefined;
  const saved = saveLive.error ?? (saveInDraft.moved === null ? saveInDraft.error : null);
  const error = saved ?? (problems.length === 0 ? null : { isOwn: true });
  const open = profileDimensions.filter((one) => isUsed(body, one) || shown.includes(one.name));
  const closed = profileDimensions.filter((one) => !open.includes(one));
  const title = stored === null ? 'New profile' : (stored.name ?? `Profile ${stored.id}`);
  const saveDraft = () => {
    if (stored !== null) saveInDraft.save(stored.id, body, seen, onClose);
  };
  const saveNow = () => saveLive.mutate({ stored, body }, { onSuccess: onClose });
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
      <Form
        onSubmit={() => (problems.length > 0 ? undefined : mayDraft ? saveDraft() : mayDirect ? saveNow() : undefined)}
        error={saved}
        fields={Object.keys(body)}
      >
        <TextInput
          label="Name"
          value={body.name ?? ''}
          error={problemAt(error, 'name')}
          onChange={(event) => setBody({ ...body, name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          autosize
          minRows={1}
          value={body.description ?? ''}
          error={problemAt(error, 'description')}
          onChange={(event) => setBody({ ...body, description: event.currentTarget.value || null })}
        />
        {open.map((dimension) => (
          <DimensionPart
            key={dimension.name}
            dimension={dimension}
            body={body}
            error={saved}
            onChange={setBody}
            onRemove={() => {
              setShown(shown.filter((name) => name !== dimension.name));
              setBody(withoutDimension(body, dimension));
            }}
          />
        ))}
        <Select
          label="Add a condition"
          placeholder="Country, size, hours, ..."
          searchable
          data={closed.map(({ name, label }) => ({ value: name, label }))}
          value={null}
          onChange={(name) => {
            const dimension = profileDimensions.find((one) => one.name === name);
            if (dimension === undefined) return;
            setShown([...shown, dimension.name]);
            setBody(begunWith(body, dimension, member.timezone));
          }}
        />
        {problems.length > 0 && (
          <ul className="loss">
            {problems.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {path} {message}
              </li>
            ))}
          </ul>
        )}
        {saveInDraft.moved !== null && <EditProblem edit={saveInDraft} />}
        <div className="form-actions">
          {mayDraft && (
            <Button type="submit" disabled={problems.length > 0} loading={saveInDraft.isPending}>
              Save in the draft
            </Button>
          )}
          {mayDirect && (
            <Button
              type={mayDraft ? 'button' : 'submit'}
              variant={mayDraft ? 'default' : 'filled'}
              disabled={problems.length > 0}
              loading={saveLive.isPending}
              onClick={mayDraft ? saveNow : undefined}
            >
              {stored === null ? 'Make the profile' : 'Save now'}
            </Button>
          )}
          {stored !== null && (
            <Button variant="default" onClick={() => onDuplicate(body)}>
              Duplicate
            </Button>
          )}
        </div>
        <p className="muted">{whatSavingDoes({ mayDraft, mayDirect, tiers: uses.length })}</p>
      </Form>
      {stored !== null && mayDirect && (
        <div className="form-actions">
          {isAskingRemove ? (
            <>
              <Button
                color="red"
                loading={remove.isPending}
                onClick={() => remove.mutate(stored.id, { onSuccess: onClose })}
              >
                Delete it
              </Button>
              <Button variant="default" onClick={() => setIsAskingRemove(false)}>
                Keep it
              </Button>
            </>
          ) : (
            <Button variant="subtle" onClick={() => setIsAskingRemove(true)}>
              Delete
            </Button>
          )}
        </div>
      )}
      {remove.error !== null && <Problem error={remove.error} />}
    </aside>
  );
}

interface Saving {
  readonly mayDraft: boolean;
  readonly mayDirect: boolean;
  readonly tiers: number;
}

function whatSavingDoes({ mayDraft, mayDirect, tiers }: Saving): string {
  const used = counted(tiers, 'tier');
  if (mayDraft && mayDirect) return `Save now changes what ${used} do at once; in the draft, once it is published.`;
  if (mayDraft) return 'This seller changes its profiles by drafts.';
  if (mayDirect) return tiers === 0 ? 'No tier uses it yet.' : `This changes what ${used} do at once.`;
  return 'This seller changes its profiles by drafts, and a draft has the profiles that its tiers use: give it to a tier in an import, or ask for direct publishing.';
}
