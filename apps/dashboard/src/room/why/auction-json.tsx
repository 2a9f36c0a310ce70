import { CopyButton, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Body } from './explain-body.ts';
import { PlainButton } from '../../part/kit.tsx';

interface JsonProps {
  readonly body: Body | null;
  /** Counts the chosen auctions: another auction replaces the typed text. */
  readonly chosen: number;
  readonly edit: (body: Body) => void;
  /** What was typed is no auction: it is still this one that is answered. */
  readonly onBroken: (body: Body | null) => void;
}

/** The auction as JSON, to read, paste and change. Invalid JSON stays as typed, with the place of the error. */
export function AuctionJson({ body, chosen, edit, onBroken }: JsonProps) {
  const json = body === null ? '' : JSON.stringify(body, null, 2);
  const [typed, setTyped] = useState<{ readonly chosen: number; readonly text: string; readonly json: string } | null>(
    null,
  );
  const isOwn = typed !== null && typed.chosen === chosen && typed.json === json;
  const text = isOwn ? typed.text : json;
  const read = readBody(text);
  return (
    <div className="why-json">
      <Textarea
        label="Auction as JSON"
        description="Paste one here, or change this one."
        autosize
        minRows={12}
        maxRows={32}
        spellCheck={false}
        value={text}
        error={text !== '' && 'problem' in read && read.problem}
        onChange={({ currentTarget: { value } }) => {
          const parsed = readBody(value);
          const isBroken = 'problem' in parsed;
          setTyped({ chosen, text: value, json: isBroken ? json : JSON.stringify(parsed.body, null, 2) });
          if (isBroken) onBroken(body);
          else edit(parsed.body);
        }}
      />
      <CopyButton value={json}>
        {({ copied, copy }) => (
          <PlainButton mt={8} onClick={copy}>
            {copied ? 'Copied' : 'Copy the JSON'}
          </PlainButton>
        )}
      </CopyButton>
    </div>
  );
}

/** The auction of a JSON text, or why it is none. */
function readBody(text: string): { readonly body: Body } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { body: value as Body } : { problem: 'is not an auction; allowed is one such as {"bids":[]}' };
  } catch (error) {
    return { problem: `is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
