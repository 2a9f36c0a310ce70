import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Body } from './explain-body.ts';
import { isTooLong, type WhySearch } from './why-search.ts';

/** An edit goes into the address after this time without a key: browsers refuse many changes of it in a row. */
const settledMs = 300;

/** The auction of the room, which stands in the address as far as it is short enough. */
export function useAuction() {
  const search = useSearch({ from: '/why' });
  const navigate = useNavigate({ from: '/why' });
  const [held, setHeld] = useState({
    body: search.auction ?? null,
    /** Counts the chosen auctions, to tell an edit of an auction from another auction. */
    chosen: 0,
    /** Whether there is no auction, or it was not edited, so that another one would replace no typed value. */
    isAsChosen: search.auction === undefined,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The auction that this room last wrote into the address, or read there. */
  const written = useRef(JSON.stringify(search.auction ?? null));
  const inAddress = JSON.stringify(search.auction ?? null);

  const change = (some: WhySearch, replace = true) =>
    void navigate({ to: '.', replace, resetScroll: false, search: (before) => ({ ...before, ...some }) });

  useEffect(() => {
    if (inAddress === written.current) return;
    // The address was changed by a link, or by going back.
    written.current = inAddress;
    setHeld(({ chosen }) => {
      const body = JSON.parse(inAddress) as Body | null;
      return { body, chosen: chosen + 1, isAsChosen: body === null };
    });
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = (body: Body | null, more: WhySearch, replace: boolean) => {
    const short = body === null || isTooLong(body) ? undefined : body;
    written.current = JSON.stringify(short ?? null);
    change({ ...more, auction: short }, replace);
  };

  return {
    search,
    /** `body` null: none is chosen. */
    ...held,
    /** The auction is too long for an address, so that no link reproduces it. */
    isTooLong: held.body !== null && isTooLong(held.body),
    /** Changes the auction. */
    edit: (body: Body) => {
      setHeld(({ chosen }) => ({ body, chosen, isAsChosen: false }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(body, {}, true), settledMs);
    },
    /** Shows another one, and asks about one of its bids. */
    choose: (body: Body | null, bid?: string) => {
      clearTimeout(timer.current);
      setHeld(({ chosen }) => ({ body, chosen: chosen + 1, isAsChosen: bid !== undefined }));
      write(body, { bid }, false);
    },
    change,
  };
}
