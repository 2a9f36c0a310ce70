import { Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { PlainButton, Problem } from '../../part/kit.tsx';
import { saveFile } from '../../part/save-file.ts';
import { csvName, csvRows, readCsv } from './csv-file.ts';

/** The report of the chosen days as a file. */
export function CsvDownload() {
  const { ymProfile, memberId, from, to } = usePlace();
  const navigate = useNavigate({ from: '/reports' });
  const search = useSearch({ from: '/reports' });
  const groupBy = csvRows.find(({ value }) => value === search.csv)?.value ?? 'day';
  const asked = { ymProfileId: ymProfile.id, memberId, from, to, groupBy };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => readCsv(asked),
    onSuccess: (blob) => saveFile(blob, csvName(asked)),
  });
  return (
    <span className="room-tools">
      <Select
        aria-label="Rows of the CSV file"
        w={180}
        data={csvRows.map(({ value, label }) => ({ value, label }))}
        value={groupBy}
        allowDeselect={false}
        onChange={(csv) =>
          void navigate({
            to: '.',
            search: (all) => ({ ...all, csv: csv === 'day' || csv === null ? undefined : csv }),
            replace: true,
          })
        }
      />
      <PlainButton loading={isPending} onClick={() => mutate()}>
        Download the report as CSV
      </PlainButton>
      {error !== null && <Problem error={error} />}
    </span>
  );
}
