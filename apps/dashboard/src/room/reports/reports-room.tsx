import type { ReportBreakdown } from '@auction-tiers/contract';
import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAddress, usePlace } from '../../address/place.ts';
import { rangeText, useDay } from '../../figure/date.ts';
import { Block, PlainButton, Problem, Room } from '../../part/kit.tsx';
import { saveFile } from '../../part/save-file.ts';
import { breakdownWords, BySelect, useCounted, ValueTable } from '../../report/by-value.tsx';
import { reportInput } from '../../report/use-report.ts';
import { csvName, readCsv } from './csv-file.ts';

/** What the chosen days brought by placement, country and other attributes, and the same as a file. */
export function ReportsRoom(): React.ReactNode {
  const { from, to, timeZone } = usePlace();
  const today = useDay(timeZone);
  const [{ by: asked }, change] = useAddress<'/reports'>();
  const counted = useCounted();
  const by = counted.find((one) => one === asked) ?? counted[0];
  const next =
    to === today ? (
      <Button component={Link} to="/today" search>
        How auctions are sent
      </Button>
    ) : (
      <Button onClick={() => change({ from: undefined, to: undefined })}>Show the last 8 days</Button>
    );
  return (
    <Room
      title="Reports"
      head={
        <>
          {by !== undefined && <BySelect by={by} onChange={(value) => change({ by: value ?? undefined })} />}
          <span className="grow" />
          <CsvMenu by={by} />
        </>
      }
    >
      {by !== undefined && (
        <Block title={`By ${breakdownWords[by].toLowerCase()}, ${rangeText(from, to)}`}>
          <ValueTable by={by} empty={next} hasFile={false} />
        </Block>
      )}
    </Room>
  );
}

const crossed = {
  day: 'A row a day',
  'tier,day': 'Tier and day',
  'buyer,day': 'Buyer and day',
  'tier,buyer,day': 'Tier, buyer and day',
};

/** The report of the chosen days as a file, whatever its rows stand for. */
function CsvMenu({ by }: { readonly by: ReportBreakdown | undefined }) {
  const place = usePlace();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (groupBy: string) => readCsv(reportInput(place, [groupBy])),
    onSuccess: (blob) => saveFile(blob, csvName(reportInput(place, []))),
  });
  const name = by === undefined ? '' : breakdownWords[by];
  const rows = {
    ...(by !== undefined && { [by]: `A row a ${name.toLowerCase()}`, [`${by},day`]: `${name} and day` }),
    ...crossed,
  };
  return (
    <span className="room-tools">
      <Menu>
        <Menu.Target>
          <PlainButton loading={isPending}>Download as CSV</PlainButton>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.entries(rows).map(([groupBy, words]) => (
            <Menu.Item key={groupBy} onClick={() => mutate(groupBy)}>
              {words}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {error !== null && <Problem error={error} />}
    </span>
  );
}
