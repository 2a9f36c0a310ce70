import { Radio } from '@mantine/core';

interface RadiosProps<Value extends string> {
  readonly label: string;
  /** The choices, each with its words. */
  readonly words: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly error?: string | undefined;
  readonly onChange: (value: Value) => void;
  /** A choice that cannot be taken, and why. */
  readonly refused?: readonly [value: Value, because: string] | undefined;
}

/** One of a few choices, all of which are in sight. */
export function Radios<Value extends string>({ label, words, value, error, onChange, refused }: RadiosProps<Value>) {
  return (
    <Radio.Group label={label} value={value} error={error} onChange={onChange}>
      <div style={{ display: 'grid', gap: 8, paddingTop: 4 }}>
        {(Object.keys(words) as Value[]).map((one) => (
          <Radio
            key={one}
            value={one}
            size="xs"
            label={words[one]}
            {...(refused?.[0] === one && { disabled: true, description: refused[1] })}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
