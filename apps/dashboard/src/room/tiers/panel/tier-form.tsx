import { Textarea, TextInput } from '@mantine/core';
import { isTime, profileResource, tierResource } from '@auction-tiers/contract';
import { type ChangeEvent, type ReactNode, type RefObject, useState } from 'react';
import { usePlace } from '../../../address/place.ts';
import { fieldLabel } from '../../../difference/field-words.ts';
import type { Content, DraftProfile } from '../../../draft/content.ts';
import { clockText, momentOfClock, msOf, utcText } from '../../../figure/date.ts';
import { cpmIn, cpmText, fromMicros, grossNeededOf, neededText } from '../../../figure/figures.ts';
import { readNumber, typedMicros } from '../../../figure/typed.ts';
import { BuyerChoice } from '../edit/buyer-choice.tsx';
import { type FormValues, type ProblemsByField, type TypedField, typedFields } from '../edit/form-values.ts';
import { Choice, focusFirst, Segments } from '../../../part/form.tsx';
import { actionWords, PlainButton, QuietButton, SmallButton } from '../../../part/kit.tsx';
import { Link } from '@tanstack/react-router';
import { bodyOf, type ProfileBody } from '../../../targeting/target-list.ts';
import { whereText } from '../../../words/targeting.ts';
import { nameOfProfile } from '../row/ladder-row.ts';
import { useProfiles } from '../row/use-profiles.ts';
import { problemsOf, ProfileFields, ProfileProblems } from '../../../targeting/profile-fields.tsx';

interface TierFormProps {
  readonly values: FormValues;
  /** Fields that have changed. */
  readonly onChange: (fields: Partial<FormValues>) => void;
  readonly problems: ProblemsByField;
  /** What is live of a field that the draft changes, in words. */
  readonly liveOf: (field: string) => string | null;
  readonly content: Content;
  /** Makes a targeting profile in the form. */
  readonly making: Pick<ProfileChoiceProps, 'made' | 'onMake' | 'unfinished' | 'onUnfinished' | 'onDrop'>;
  readonly feePpm: number;
  readonly feeText: string;
  readonly firstField: RefObject<HTMLInputElement | null>;
}

/** Fields with a place of their own in the form; those that have none follow the prices. */
const placed: ReadonlySet<TypedField> = new Set([
  'name',
  'priority',
  'min_price',
  'max_forgone',
  'code',
  'description',
]);

export function TierForm(props: TierFormProps) {
  const { values, onChange: set, problems, liveOf, content, making, feePpm, feeText, firstField } = props;
  const { currency } = usePlace();
  const said = (field: keyof FormValues, meaning?: string) => {
    const live = liveOf(field);
    const words = [...(live === null ? [] : [`live: ${live}`]), ...(meaning === undefined ? [] : [meaning])];
    return {
      label: fieldLabel(field),
      error: problems.get(field),
      ...(words.length === 0 ? {} : { description: words.join('. ') }),
    };
  };
  const typed = (field: TypedField) => ({
    ...said(field),
    ...inputModes[tierResource.fields[field].type],
    withAsterisk: tierResource.fields[field].mode === 'required',
    value: values[field],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set({ [field]: event.currentTarget.value }),
  });
  /** A time is typed on the clock of the member's zone. */
  const timed = (field: TypedField) => ({
    ...typed(field),
    type: 'datetime-local',
    max: '9999-12-31T23:59',
    value: values[field] === '' ? '' : clockText(msOf(values[field])).slice(0, 16),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const ms = momentOfClock(event.currentTarget.value);
      set({ [field]: ms === null ? '' : utcText(ms) });
    },
  });
  const { member_action: action } = values;
  return (
    <div className="tier-form">
      <TextInput ref={firstField} {...typed('name')} />
      <div className="tier-fields">
        <Labelled label="Action" error={problems.get('member_action')} live={liveOf('member_action')}>
          <Segments
            aria-label="Action"
            fullWidth
            words={actionWords}
            value={action}
            // An exclude prefers no bid, so it has no limit.
            onChange={(one) => set({ member_action: one, ...(one === 'exclude' ? { max_forgone: '' } : {}) })}
          />
        </Labelled>
        <TextInput {...typed('priority')} label="Priority, 10 is first" withAsterisk={false} />
      </div>
      <div className="tier-fields">
        <TextInput
          {...typed('min_price')}
          withAsterisk={action === 'include'}
          placeholder={action === 'exclude' ? 'every bid' : ''}
        />
        <Labelled label={`Gross needed (${cpmIn(currency)})`}>
          <output className="tier-gross">{grossText(values.min_price, feePpm)}</output>
          <span className="muted tier-words">at a fee of {feeText}</span>
        </Labelled>
      </div>
      {action === 'include' && (
        <TextInput
          {...typed('max_forgone')}
          placeholder="no limit"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...said('max_forgone', limitWords(values.max_forgone, currency))}
        />
      )}
      <BuyerChoice
        {...said('buyer_members')}
        value={values.buyer_members}
        onChange={(buyers) => set({ buyer_members: buyers })}
      />
      <ProfileChoice
        {...said('profile_id')}
        content={content}
        {...making}
        value={values.profile_id}
        onChange={(profileId) => set({ profile_id: profileId })}
      />
      <div className="tier-fields">
        {typedFields
          .filter((field) => !placed.has(field))
          .map((field) => (
            <TextInput key={field} {...(isTime(field) ? timed(field) : typed(field))} />
          ))}
      </div>
      <Labelled label="State" error={problems.get('state')} live={liveOf('state')}>
        <Segments
          aria-label="State"
          words={{ active: 'active', inactive: 'switched off' }}
          value={values.state}
          onChange={(state) => set({ state })}
        />
      </Labelled>
      <div className="tier-fields">
        <TextInput {...typed('code')} label="Code (your own key)" />
        <Textarea {...typed('description')} autosize minRows={1} maxRows={6} />
      </div>
    </div>
  );
}

const inputModes: Readonly<Partial<Record<string, { readonly inputMode: 'numeric' | 'decimal' }>>> = {
  int: { inputMode: 'numeric' },
  money: { inputMode: 'decimal' },
};

/** What a limit of preference means, for the price that is typed. */
function limitWords(price: string, currency: string): string {
  if (price.trim() === '') return 'No limit: they come first however much higher the best other bid is.';
  const micros = typedMicros(price);
  const limit = micros === null ? '…' : cpmText(fromMicros(micros));
  return `Prefer them only while the best other bid is at most ${limit} ${cpmIn(currency)} higher, net of the fee.`;
}

function grossText(price: string, feePpm: number): string {
  const read = readNumber(price);
  const gross = read.ok ? grossNeededOf(read.digits, feePpm) : null;
  if (gross === null) return '–';
  return Number.isFinite(gross) ? neededText(gross) : 'no bid can reach it';
}

interface LabelledProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly live?: string | null;
  readonly children: ReactNode;
}

/** A control that is not a text input, with a label like theirs. */
function Labelled({ label, error, live = null, children }: LabelledProps) {
  return (
    <div>
      <div className="tier-label">{label}</div>
      {live !== null && <div className="tier-words muted">live: {live}</div>}
      {children}
      {error !== undefined && <div className="loss">{error}</div>}
    </div>
  );
}

interface ProfileChoiceProps {
  readonly label: string;
  readonly content: Content;
  /** A profile that was made in the form, and is in no draft yet. */
  readonly made: DraftProfile | null;
  readonly onMake: (profile: DraftProfile) => void;
  /** The typed profile that is not valid yet; null: none. */
  readonly unfinished: ProfileBody | null;
  readonly onUnfinished: (body: ProfileBody) => void;
  /** Discards the profile that was made in the form; the tier gets this profile again. */
  readonly onDrop: (profileId: number | null) => void;
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  readonly error?: string | undefined;
  readonly description?: ReactNode;
}

const nowhere = 'everywhere';

/** Where a tier applies: a targeting profile, or everywhere. */
function ProfileChoice({
  label,
  content,
  made,
  onMake,
  unfinished,
  onUnfinished,
  onDrop,
  value,
  onChange,
  error,
  description,
}: ProfileChoiceProps) {
  const known = useProfiles(content);
  const [isMaking, setIsMaking] = useState(unfinished !== null);
  const [valueBefore, setValueBefore] = useState(value);
  const profiles = made === null ? known : [made, ...known.filter(({ id }) => id !== made.id)];
  const byId = new Map(profiles.map((profile) => [String(profile.id), profile]));
  const chosen = value === null ? undefined : byId.get(String(value));
  const words = chosen === undefined ? null : whereText(chosen);
  return (
    <div>
      <Choice
        label={label}
        description={description}
        searchable
        nothingFoundMessage="No such targeting profile"
        data={[
          { value: nowhere, label: whereText(null) },
          ...profiles.map((profile) => ({ value: String(profile.id), label: nameOfProfile(profile) })),
        ]}
        renderOption={({ option }) => {
          const profile = byId.get(option.value);
          const inWords = profile === undefined ? null : whereText(profile);
          return (
            <span>
              {option.label}
              {inWords !== null && <span className="tier-words muted">{inWords}</span>}
            </span>
          );
        }}
        value={value === null ? nowhere : String(value)}
        onChange={(id) => onChange(id === nowhere ? null : Number(id))}
        error={error}
      />
      <div className="tier-words muted">
        {words !== null && `${words}. `}
        <Link to="/tiers/targeting">Targeting profiles</Link>
        {!isMaking && (
          <SmallButton
            onClick={() => {
              setValueBefore(value);
              setIsMaking(true);
            }}
          >
            {made === null ? 'New targeting profile' : `Change ${nameOfProfile(made)}`}
          </SmallButton>
        )}
      </div>
      {isMaking && (
        <NewProfile
          first={made}
          typed={unfinished}
          onMake={onMake}
          onUnfinished={onUnfinished}
          onClose={() => setIsMaking(false)}
          onCancel={(before) => {
            if (before === null) onDrop(valueBefore);
            else onMake(before);
            setIsMaking(false);
          }}
        />
      )}
    </div>
  );
}

interface NewProfileProps {
  /** The profile that was made before in this form; null: none yet. */
  readonly first: DraftProfile | null;
  /** The typed profile that is not valid yet; null: nothing was typed. */
  readonly typed: ProfileBody | null;
  /** Called with each valid change: the tier is saved with the present profile. */
  readonly onMake: (profile: DraftProfile) => void;
  /** Called when the typed values are no valid profile yet. */
  readonly onUnfinished: (body: ProfileBody) => void;
  readonly onClose: () => void;
  /** Receives the profile that was made when the form was opened, if any. */
  readonly onCancel: (before: DraftProfile | null) => void;
}

/** A targeting profile that is made in the form of the tier that has it, and becomes live with the draft. */
function NewProfile({ first, typed, onMake, onUnfinished, onClose, onCancel }: NewProfileProps) {
  const { timeZone } = usePlace();
  const [before] = useState(first);
  const [id] = useState(() => first?.id ?? newProfileId());
  const [body, setBody] = useState<ProfileBody>(typed ?? (first === null ? { name: '' } : bodyOf(first)));
  const [isSent, setIsSent] = useState(typed !== null);
  const problems = problemsOf(named(body));
  const change = (next: ProfileBody) => {
    setBody(next);
    if (problemsOf(named(next)).length === 0) onMake({ ...toDraftProfile(named(next)), id });
    else onUnfinished(next);
  };
  const close = () => {
    if (problems.length === 0) onClose();
    else setIsSent(true);
  };
  return (
    <section className="new-profile form" aria-label="New targeting profile" ref={holdEnter}>
      <p>
        <span className="muted">Applies to </span>
        <strong>{whereText(body)}</strong>
      </p>
      <ProfileFields
        body={body}
        error={null}
        timeZone={timeZone}
        nameRef={focusFirst}
        nameOtherwise={whereText(body)}
        onChange={change}
      />
      {isSent && <ProfileProblems problems={problems} />}
      <div className="form-actions">
        <PlainButton onClick={close}>Done</PlainButton>
        <QuietButton onClick={() => onCancel(before)}>Cancel</QuietButton>
      </div>
      <p className="muted">It is saved with the tier, and live once the draft is published.</p>
    </section>
  );
}

const longestName = 255;

/** A profile without a name is named by its conditions, such as `New York NY DMA, phone`. */
const named = (body: ProfileBody): ProfileBody =>
  (body.name ?? '').trim() === '' && whereText(body) !== whereText(null)
    ? { ...body, name: whereText(body).slice(0, longestName) }
    : body;

const hold = (event: KeyboardEvent): void => {
  const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
  if (isPlain && event.target instanceof HTMLInputElement) event.preventDefault();
};

/** Enter in a field does not send the form of the tier around it. */
function holdEnter(element: HTMLElement | null): () => void {
  element?.addEventListener('keydown', hold);
  return () => element?.removeEventListener('keydown', hold);
}

/** A profile with default values where nothing was typed. */
function toDraftProfile(body: ProfileBody): DraftProfile {
  const { member_id: _member, ...profile } = profileResource.Create.parse(body);
  return profile as DraftProfile;
}

/** Ids for new profiles are within this distance of the highest id: two of them are equal one time in a billion. */
const newIds = 2 ** 40;

/** The id of a new profile within the draft, which its tier names; the service gives it another one when live. */
const newProfileId = (): number => Number.MAX_SAFE_INTEGER - Math.floor(Math.random() * newIds);
