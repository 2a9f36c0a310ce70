import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import type { Content } from '../../../draft/content.ts';
import { cpmText, fromMicros } from '../../../figure/money.ts';
import { BuyerChoice } from '../edit/buyer-choice.tsx';
import type { FormValues, ProblemsByField } from '../edit/form-values.ts';
import { grossNeededOf } from '../row/price.ts';
import { ProfileChoice } from './profile-choice.tsx';

interface TierFormProps {
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
  readonly problems: ProblemsByField;
  /** What is live of a field that the draft changes, in words. */
  readonly liveOf: (field: string) => string | null;
  readonly content: Content;
  readonly feePpm: number;
  readonly feeText: string;
  readonly firstField: RefObject<HTMLInputElement | null>;
}

/** All fields of a tier. */
export function TierForm(props: TierFormProps) {
  const { values, onChange, problems, liveOf, content, feePpm, feeText, firstField } = props;
  const set = (change: Partial<FormValues>) => onChange({ ...values, ...change });
  const live = (field: string) => {
    const words = liveOf(field);
    return words === null ? {} : { description: `live: ${words}` };
  };
  return (
    <div className="tier-form">
      <TextInput
        ref={firstField}
        label="Name"
        withAsterisk
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={problems.get('name')}
        {...live('name')}
      />
      <div className="tier-fields">
        <Labelled label="Action" error={problems.get('member_action')} live={liveOf('member_action')}>
          <SegmentedControl
            aria-label="Action"
            fullWidth
            data={[
              { value: 'include', label: '▲ include' },
              { value: 'exclude', label: '⊘ exclude' },
            ]}
            value={values.action}
            onChange={(action) => set({ action })}
          />
        </Labelled>
        <TextInput
          label="Priority, 10 is first"
          inputMode="numeric"
          value={values.priority}
          onChange={(event) => set({ priority: event.currentTarget.value })}
          error={problems.get('priority')}
          {...live('priority')}
        />
      </div>
      <div className="tier-fields">
        <TextInput
          label="Net minimum (CPM)"
          withAsterisk={values.action === 'include'}
          inputMode="decimal"
          placeholder={values.action === 'exclude' ? 'every bid' : ''}
          value={values.price}
          onChange={(event) => set({ price: event.currentTarget.value })}
          error={problems.get('min_price')}
          {...live('min_price')}
        />
        <Labelled label="Gross needed (CPM)">
          <output className="tier-gross">{grossText(values.price, feePpm)}</output>
          <span className="muted tier-words">at a fee of {feeText}</span>
        </Labelled>
      </div>
      <BuyerChoice
        label="Buyers"
        value={values.buyers}
        onChange={(buyers) => set({ buyers })}
        error={problems.get('buyer_members')}
        {...live('buyer_members')}
      />
      <ProfileChoice
        content={content}
        value={values.profileId}
        onChange={(profileId) => set({ profileId })}
        error={problems.get('profile_id')}
        {...live('profile_id')}
      />
      <div className="tier-fields">
        <TextInput
          label="Code (your own key)"
          value={values.code}
          onChange={(event) => set({ code: event.currentTarget.value })}
          error={problems.get('code')}
          {...live('code')}
        />
        <Textarea
          label="Description"
          autosize
          minRows={1}
          maxRows={6}
          value={values.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          error={problems.get('description')}
          {...live('description')}
        />
      </div>
    </div>
  );
}

function grossText(price: string, feePpm: number): string {
  const gross = grossNeededOf(price, feePpm);
  if (gross === null) return '–';
  return Number.isFinite(gross) ? cpmText(fromMicros(gross)) : 'no bid can reach it';
}

interface LabelledProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly live?: string | null;
  readonly children: ReactNode;
}

/** What is no input of one line, with a label like theirs. */
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
