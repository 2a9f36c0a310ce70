import { Button, FileButton, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { usePlace } from '../../../address/place.ts';
import { EditProblem } from '../../../difference/edit-problem.tsx';
import type { Content, DraftProfile } from '../../../draft/content.ts';
import { useEditDraft } from '../../../draft/use-draft.ts';
import type { Seen } from '../../../draft/seen.ts';
import { counted } from '../../../figure/count.ts';
import { Notice, PlainButton, Problem, QuietButton } from '../../../part/kit.tsx';
import type { LadderFile, ReadLadderFile } from './ladder-csv.ts';

interface Read {
  readonly read: ReadLadderFile;
  /** The tiers that the file was compared with. */
  readonly seen: Seen;
}

/** The ladder as a CSV file: saved as it is shown, draft included, and read into the draft. */
export function useLadderFiles(content: Content, profiles: readonly DraftProfile[], canEdit: boolean) {
  const { ymProfile, currency, timeZone } = usePlace();
  const edit = useEditDraft();
  const saving = useMutation({
    async mutationFn() {
      const [{ ladderToCsv }, { saveCsv }] = await Promise.all([
        import('./ladder-csv.ts'),
        import('../../../part/save-csv.ts'),
      ]);
      saveCsv(ladderToCsv(content, currency, timeZone), `tiers-${ymProfile.id}.csv`);
    },
  });
  const reading = useMutation({
    async mutationFn({ file, seen }: { readonly file: File; readonly seen: Seen }): Promise<Read> {
      const [{ readLadderCsv }, text] = await Promise.all([import('./ladder-csv.ts'), file.text()]);
      return { read: readLadderCsv(text, content, profiles, { ymProfileId: ymProfile.id, currency, timeZone }), seen };
    },
  });
  return {
    save: () => saving.mutate(),
    open: (file: File | null) => {
      if (file !== null && canEdit) reading.mutate({ file, seen: edit.seen });
    },
    read: reading.data ?? null,
    error: saving.error ?? reading.error,
    edit,
    forget: reading.reset,
  };
}

type LadderFiles = ReturnType<typeof useLadderFiles>;

/** Saves the tiers as a file, or opens one. */
export function FileMenu({ files, canEdit }: { readonly files: LadderFiles; readonly canEdit: boolean }) {
  return (
    <FileButton accept=".csv,text/csv" onChange={files.open}>
      {({ onClick }) => (
        <Menu>
          <Menu.Target>
            <PlainButton>Import or export</PlainButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={files.save}>Save the tiers as CSV, to edit</Menu.Item>
            {canEdit && <Menu.Item onClick={onClick}>Read a CSV file into the draft…</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
    </FileButton>
  );
}

const mostNamed = 5;
const named = (names: readonly string[]): string =>
  names.length === 0 ? '' : `: ${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ', …' : ''}`;

function fileWords({ changed, added, same, unnamed }: LadderFile): string {
  return [
    `${counted(changed.length, 'tier')} would change${named(changed)}`,
    `${counted(added.length, 'tier')} would be new${named(added)}`,
    `${counted(same, 'tier')} of the file ${same === 1 ? 'is' : 'are'} as they are`,
    `${counted(unnamed, 'tier')} not in the file ${unnamed === 1 ? 'stays' : 'stay'}`,
  ].join('; ');
}

/** The effect of an opened file before it is applied, or what is wrong with the file. */
export function OpenedFile({ files: { read, error, edit, forget } }: { readonly files: LadderFiles }) {
  if (error !== null) return <Problem error={error} />;
  if (read === null) return null;
  const { read: file, seen } = read;
  if (!file.ok) {
    return (
      <div className="notice problem" role="alert">
        Nothing was read from the file:
        <ul>
          {file.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        <QuietButton onClick={forget}>Close</QuietButton>
      </div>
    );
  }
  const isSame = file.file.changed.length + file.file.added.length === 0;
  return (
    <>
      <Notice>
        The file: {fileWords(file.file)}.
        <span className="notice-actions">
          <Button
            disabled={isSame}
            loading={edit.isPending}
            onClick={() => edit.mutate(file.file.edit, { seen, onSuccess: forget })}
          >
            Put it into the draft
          </Button>
          <QuietButton onClick={forget}>Leave it</QuietButton>
        </span>
      </Notice>
      <EditProblem edit={edit} />
    </>
  );
}
