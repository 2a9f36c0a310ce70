import { Button, CopyButton } from '@mantine/core';
import { PlainButton } from './kit.tsx';

interface ShownOnceProps {
  /** What it is, and that it is not shown again. */
  readonly words: string;
  readonly value: string;
  /** What is copied, where that is more than the value, and how the button calls it. */
  readonly copied?: readonly [text: string, words: string];
  /** What the button says that closes it. */
  readonly doneWords?: string;
  readonly onDone: () => void;
}

/** A key or secret that the service has just made, which nobody sees a second time. */
export function ShownOnce({ words, value, copied: whole, doneWords, onDone }: ShownOnceProps) {
  const [text, copyWords] = whole ?? [value, 'Copy'];
  return (
    <div className="notice" role="status">
      <p>{words}</p>
      <div className="form-actions">
        <code className="new-key" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {value}
        </code>
        <CopyButton value={text}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : copyWords}</Button>}
        </CopyButton>
        <PlainButton onClick={onDone}>{doneWords ?? 'I have kept it'}</PlainButton>
      </div>
    </div>
  );
}
