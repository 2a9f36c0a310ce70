import { Button, CopyButton } from '@mantine/core';

interface ShownOnceProps {
  /** What it is, and that it is not shown again. */
  readonly words: string;
  readonly value: string;
  readonly onDone: () => void;
}

/** A key or secret that the service has just made, which nobody sees a second time. */
export function ShownOnce({ words, value, onDone }: ShownOnceProps) {
  return (
    <div className="notice" role="status">
      <p>{words}</p>
      <div className="form-actions">
        <code className="new-key" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {value}
        </code>
        <CopyButton value={value}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          I have kept it
        </Button>
      </div>
    </div>
  );
}
