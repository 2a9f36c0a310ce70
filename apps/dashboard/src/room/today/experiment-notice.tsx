import { Link } from '@tanstack/react-router';
import { pageOnly } from '../../address/search.ts';
import { plainWords } from '../../saying/plain-words.ts';
import { useNameOf } from '../../words/buyer-names.ts';
import { useExperiments } from '../../experiment/use-experiments.ts';

/** Says when an experiment needs a user: it was paused, and only a user resumes or ends it. */
export function ExperimentNotice() {
  const { experiments } = useExperiments();
  const nameOf = useNameOf();
  return experiments
    .filter(({ state }) => state === 'paused')
    .map(({ id, name, ym_profile_id: ym, reason }) => (
      <p key={id} className="notice" role="status">
        The experiment “{name}” is paused{reason === null ? '' : `: ${plainWords(reason, nameOf)}`}. It waits for you.{' '}
        <Link to="/draft/tests" search={(all) => ({ ...pageOnly(all), ym, experiment: id })}>
          Look at it
        </Link>
      </p>
    ));
}
