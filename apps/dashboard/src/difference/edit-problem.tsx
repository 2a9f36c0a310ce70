import type { DraftEditing } from '../draft/use-draft.ts';
import { later } from '../part/later.tsx';
import { Problem } from '../part/kit.tsx';

const MovedMeanwhile = later('moved meanwhile', () =>
  import('./moved-meanwhile.tsx').then((loaded) => loaded.MovedMeanwhile),
);

/** Why an edit was not saved; where another user has changed the same, what changed, and the way to save the edit. */
export function EditProblem({ edit }: { readonly edit: DraftEditing }) {
  if (edit.moved !== null) return <MovedMeanwhile key={edit.moved.now.draft?.etag} edit={edit} moved={edit.moved} />;
  return edit.error === null ? null : <Problem error={edit.error} />;
}
