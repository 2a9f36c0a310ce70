import './why.css';
import { Button, Tabs } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { useDraft } from '../../draft/use-draft.ts';
import { Block, Empty, Notice, PlainButton, Room, Waiting } from '../../part/kit.tsx';
import { problemWords } from '../../saying/refusal-words.ts';
import { useDecidingTiers } from '../../sample/tier-source.ts';
import { useBuyerNames } from '../../words/buyer-names.ts';
import { askedBid, BidAnswer, Outcome } from './answer-view.tsx';
import { AnswerJson, AuctionJson } from './auction-json.tsx';
import { AuctionForm } from './auction-form.tsx';
import { BidList } from './bid-list.tsx';
import { firstBody, shownOf } from './body-edit.ts';
import type { Body } from './explain-body.ts';
import { createNames } from './names.ts';
import { problemPlace } from './problem-place.ts';
import { RecordedFinder } from './recorded-finder.tsx';
import { type AnswerView, useAnswer } from './use-answer.ts';
import { useAuction } from './use-auction.ts';
import { Segments } from '../../part/form.tsx';

const tabs = ['json', 'answer'] as const;

/** Why an auction ended as it did: decided in the page, tier by tier, and anew with every change. */
export function WhyRoom(): React.ReactNode {
  const place = usePlace();
  const auction = useAuction();
  const { search, body, chosen, edit, choose, change } = auction;
  const { draft } = useDraft();
  const which = search.tiers === 'draft' && draft !== null ? 'draft' : 'live';
  const tiers = useDecidingTiers(which);
  const buyers = useBuyerNames();
  const names = useMemo(() => createNames(tiers, buyers, place.timeZone), [tiers, buyers, place.timeZone]);
  const view = useAnswer(body, chosen, tiers, search.bid, names);
  const { answer, shown, line, defaults } = view;
  // An edit makes another auction, which is not broken.
  const [broken, setBroken] = useState<Body | null>(null);
  const isBroken = body !== null && broken === body;
  const stale = isBroken || answer?.ok === false ? 'why-stale' : undefined;
  const answerPart = useRef<HTMLElement>(null);
  const problems = answer?.ok === false ? answer.problems : [];
  const begin = () => {
    const named = new Set(tiers?.source.tiers.flatMap(({ buyerMemberIds }) => buyerMemberIds));
    choose(firstBody(place.ymProfile.id, [...named], Date.now()));
  };
  const head = (
    <>
      {draft !== null && (
        <Segments
          aria-label="Tiers that decide"
          words={{ live: 'Live tiers', draft: 'Draft' }}
          value={which}
          onChange={(value) => change({ tiers: value === 'draft' ? 'draft' : undefined })}
        />
      )}
      <PlainButton onClick={begin}>Build one</PlainButton>
      {body !== null && <LinkButton />}
    </>
  );
  return (
    <Room title="Why?" head={head} isWide>
      {body !== null && <Notices body={body} isTooLong={auction.isTooLong} isBroken={isBroken} view={view} />}
      <div className="why-columns">
        <RecordedFinder
          tiers={tiers}
          names={names}
          buyers={buyers}
          search={search}
          change={change}
          choose={choose}
          isFollowed={auction.isAsChosen}
          onChosen={() => {
            // Beside the list the answer is in view; below the list, as on a phone, the page scrolls to it.
            if (!matchMedia('(max-width: 900px)').matches) return;
            answerPart.current?.focus({ preventScroll: true });
            answerPart.current?.scrollIntoView();
          }}
        />
        <section aria-label="Auction">
          <Tabs value={search.tab ?? 'form'} onChange={(tab) => change({ tab: tabs.find((one) => one === tab) })}>
            <Tabs.List>
              <Tabs.Tab value="form">Form</Tabs.Tab>
              <Tabs.Tab value="json">JSON</Tabs.Tab>
              <Tabs.Tab value="answer">Answer</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="form">
              {body === null ? (
                <Empty action={<Button onClick={begin}>Build an auction</Button>}>
                  Choose a recorded auction above, paste one under JSON, or build one. Then every tier says what it saw
                  of a bid and what it needed.
                </Empty>
              ) : (
                <AuctionForm body={body} edit={edit} problems={problems} buyers={buyers} defaults={defaults} />
              )}
            </Tabs.Panel>
            <Tabs.Panel value="json" pt={12}>
              <AuctionJson body={body} chosen={chosen} edit={edit} onBroken={setBroken} />
            </Tabs.Panel>
            <Tabs.Panel value="answer">
              <AnswerJson explained={answer?.ok === true && !isBroken ? answer : null} />
            </Tabs.Panel>
          </Tabs>
        </section>
        <section aria-label="Answer" className="why-side" ref={answerPart} tabIndex={-1}>
          <p className="why-line muted" role="status">
            {line}
          </p>
          {body === null && <p className="muted">Choose an auction to see its answer here, bid by bid.</p>}
          {body !== null && tiers === null && <Waiting rows={8} />}
          {shown !== null && tiers !== null && (
            <div className={stale}>
              <BidAnswer explained={shown} bidId={search.bid} tiers={tiers} names={names} />
            </div>
          )}
        </section>
      </div>
      {shown !== null && tiers !== null && (
        <Block title="All bids, in auction order">
          <div className={stale}>
            <BidList
              explained={shown}
              current={askedBid(shown, search.bid)?.bidId ?? null}
              names={names}
              onChoose={(bid) => change({ bid })}
            />
            <Outcome explained={shown} tiers={tiers} names={names} />
          </div>
        </Block>
      )}
    </Room>
  );
}

function LinkButton() {
  const { copied, copy } = useClipboard();
  return <PlainButton onClick={() => copy(location.href)}>{copied ? 'Copied' : 'Copy the link'}</PlainButton>;
}

interface NoticesProps {
  readonly body: Body;
  readonly isTooLong: boolean;
  /** Whether its JSON was changed to something that is no auction. */
  readonly isBroken: boolean;
  readonly view: AnswerView;
}

/** What has to be known about the auction, and what is wrong with it. */
function Notices({ body, isTooLong, isBroken, view: { answer } }: NoticesProps) {
  const { ymProfile } = usePlace();
  const [named, publisher] = [shownOf(body['ym_profile_id']), shownOf(body['publisher_id'])];
  const isOther = named !== null && named !== String(ymProfile.id);
  const isForeign = publisher !== null && ymProfile.publisher_ids?.every((id) => String(id) !== publisher);
  return (
    <>
      {isTooLong && <Notice>This auction is too long for an address: copy its JSON instead of the link.</Notice>}
      {isOther && (
        <Notice>The auction names another group of sites. It is decided by the tiers of {ymProfile.name} here.</Notice>
      )}
      {named === null && publisher === null && (
        <Notice>The auction names no group of sites. It is decided by the tiers of {ymProfile.name} here.</Notice>
      )}
      {isForeign === true && (
        <Notice>
          {ymProfile.name} does not list publisher {publisher}. It is decided by its tiers all the same.
        </Notice>
      )}
      {(isBroken || answer?.ok === false) && (
        <div className="notice problem" role="alert">
          The auction is not right. The answer below is the previous one.
          <ul>
            {isBroken && <li>What was typed as JSON is no auction.</li>}
            {(answer?.ok === false ? answer.problems : []).map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {problemPlace(path)} {problemWords(message)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
