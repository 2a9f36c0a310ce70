import { Textarea, TextInput } from '@mantine/core';
import { isTime, tierResource } from '@auction-tiers/contract';
import type { ChangeEvent, ReactNode, RefObject } from 'react';
import { usePlace } from '../../../address/place.ts';
import { fieldLabel } from '../../../difference/field-words.ts';
import type { Content } from '../../../draft/content.ts';
import { msOf, utcText } from '../../../figure/date.ts';
import { cpmIn, cpmText, fromMicros, grossNeededOf, neededText } from '../../../figure/money.ts';
import { readNumber, typedMicros } from '../../../figure/typed.ts';
import { clockText, momentOfClock } from '../../../figure/date.ts';
import { BuyerChoice } from '../edit/buyer-choice.tsx';
import { type FormValues, type ProblemsByField, type TypedField, typedFields } from '../edit/form-values.ts';
import { ProfileChoice, type ProfileChoiceProps } from './profile-choice.tsx';
import { Segments } from '../../../part/form.tsx';
import { actionWords } from '../../../part/kit.tsx';

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
