import { type Access, accesses } from '@auction-tiers/contract';
import { Radio } from '@mantine/core';
import { accessWords } from '../../words/access.ts';

interface AccessChoiceProps {
  readonly value: Access;
  readonly error?: string | undefined;
  readonly onChange: (access: Access) => void;
}

/** One of the four accesses, each with what it allows. */
export function AccessChoice({ value, error, onChange }: AccessChoiceProps) {
  return (
    <Radio.Group label="Access" value={value} error={error} onChange={(next) => onChange(next)}>
      <div style={{ display: 'grid', gap: 8, paddingTop: 4 }}>
        {accesses.map((one) => (
          <Radio key={one} value={one} size="xs" label={`${accessWords[one].name}: ${accessWords[one].may}`} />
        ))}
      </div>
    </Radio.Group>
  );
}
