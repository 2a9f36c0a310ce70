import { Room } from '../../part/kit.tsx';
import { ByValue } from '../../report/by-value.tsx';
import { CsvDownload } from './csv-download.tsx';

/** What the chosen days brought by placement, country and other attributes, and the same as a file. */
export function ReportsRoom(): React.ReactNode {
  return (
    <Room title="Reports" head={<CsvDownload />}>
      <ByValue />
    </Room>
  );
}
