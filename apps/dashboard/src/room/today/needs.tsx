import { Link } from '@tanstack/react-router';
import { newAlerts, useAlerts } from '../../alert/use-alerts.ts';
import { AskedDrafts, useAskedDrafts } from '../../difference/asked-drafts.tsx';
import { DraftState } from '../../difference/draft-state.tsx';
import { useDraft } from '../../draft/use-draft.ts';
import { isOpen, useExperiments } from '../../experiment/use-experiments.ts';
import { figures } from '../../figure/figures.ts';
import { useNow } from '../../figure/date.ts';
import { alertText, plainWords } from '../../saying/plain-words.ts';
import { useNameOf } from '../../words/buyer-names.ts';
import { withoutShown } from './reckon/needed-alerts.ts';

const mostAlerts = 3;

/** What waits for a person: new alerts, drafts to approve, drafts that were not published, and paused live tests. */
function useNeeds() {
  const all = newAlerts(useAlerts().alerts ?? []);
  const asked = useAskedDrafts();
  const suspended = useDraft().drafts.filter(({ state }) => state === 'suspended');
  const paused = useExperiments().experiments.filter(({ state }) => state === 'paused');
  // An alert about a draft or a live test that stands among the needs itself would say it again.
  const shown = { draft: [...asked, ...suspended].map(({ id }) => id), experiment: paused.map(({ id }) => id) };
  const alerts = withoutShown(all, shown);
  return { alerts, count: alerts.length + asked.length + suspended.length + paused.length };
}

/** How many things wait for a person. */
export const useNeedCount = (): number => useNeeds().count;

/** Needs attention, each with its link, then what goes on by itself: scheduled drafts and live tests. */
export function Needs() {
  const { drafts } = useDraft();
  const nowMs = useNow();
  return (
    <section className="needs" id="needs" aria-label="Needs attention">
      <NewAlerts />
      <AskedDrafts />
      {drafts.map((draft) => (
        <DraftState key={draft.id} draft={draft} nowMs={nowMs} />
      ))}
      <OpenTests />
    </section>
  );
}

function NewAlerts() {
  const { alerts } = useNeeds();
  const nameOf = useNameOf();
  return alerts.slice(0, mostAlerts).map(({ id, ...alert }) => (
    <p key={id} className="notice">
      {alertText(alert, nameOf)}{' '}
      <Link to="/today/alerts" search={{ alert: id }}>
        See the alert
      </Link>
    </p>
  ));
}

/** Live tests that decide auctions, and paused ones, which only a user resumes or ends. */
function OpenTests() {
  const { experiments } = useExperiments();
  const nameOf = useNameOf();
  return experiments.filter(isOpen).map(({ id, name, state, design, share, reason, ym_profile_id: ym }) => (
    <p key={id} className={state === 'paused' ? 'notice' : 'notice calm'} role="status">
      {design === 'hold_back' ? 'The hold-back' : 'The live test'} “{name}”{' '}
      {state === 'paused'
        ? `is paused${reason === null ? '' : `: ${plainWords(reason, nameOf)}`}. It waits for you.`
        : `runs${share === null ? '' : ` on ${figures.percent(share, 0, 2)}`}.`}{' '}
      <Link to="/draft/tests" search={{ ym, experiment: id }}>
        Look at it
      </Link>
    </p>
  ));
}
