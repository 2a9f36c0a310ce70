import { useMutation } from '@tanstack/react-query';
import { useAddress, usePlace } from '../../address/place.ts';
import { PlainButton, Problem } from '../../part/kit.tsx';
import { saveFile } from '../../part/save-file.ts';
import { csvName, csvRows, type CsvRows, readCsv } from './csv-file.ts';
import { Choice } from '../../part/form.tsx';

/** The report of the chosen days as a file. */
export function CsvDownload() {
  const { ymProfile, memberId, from, to } = usePlace();
  const [{ csv = 'day' }, change] = useAddress<'/reports'>();
  const groupBy = Object.hasOwn(csvRows, csv) ? (csv as CsvRows) : 'day';
  const asked = { ymProfileId: ymProfile.id, memberId, from, to, groupBy };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => readCsv(asked),
    onSuccess: (blob) => saveFile(blob, csvName(asked)),
  });
  return (
    <span className="room-tools">
      <Choice
        aria-label="Rows of the CSV file"
        w={180}
        words={csvRows}
        value={groupBy}
        onChange={(rows) => change({ csv: rows === 'day' ? undefined : rows }, { replace: true })}
      />
      <PlainButton loading={isPending} onClick={() => mutate()}>
        Download the report as CSV
      </PlainButton>
      {error !== null && <Problem error={error} />}
    </span>
  );
}
