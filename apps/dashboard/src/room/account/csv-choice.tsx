import { Select } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { csvMarkKey, usualCsvMark } from '../../part/save-csv.ts';

/** How this browser saves CSV files: as a spreadsheet of its language reads them, until another form is chosen. */
export function CsvChoice() {
  const [mark, setMark] = useLocalStorage<'.' | ','>({ key: csvMarkKey, defaultValue: usualCsvMark });
  return (
    <Select
      label="Numbers in CSV files, in this browser"
      description="As the spreadsheet that opens them expects; at first by the language of the browser"
      maw={420}
      allowDeselect={false}
      data={[
        { value: '.', label: '1234.50, with commas between columns' },
        { value: ',', label: '1234,50, with semicolons between columns' },
      ]}
      value={mark}
      onChange={(chosen) => setMark(chosen === ',' ? ',' : '.')}
    />
  );
}
