import {
  isPathBelow,
  pathAttributes,
  type ReportBreakdown,
  type ReportRow,
  topPath,
  usualBreakdowns,
} from '@auction-tiers/contract';
import { figures } from '@auction-tiers/contract/glossary';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useState } from 'react';
import { usePlace } from '../address/place.ts';
import { countText } from '../figure/count.ts';
import { cpmColumn, cpmIn, earnedColumn } from '../figure/figures.ts';
import { type Column, numberColumn, sumOf } from '../part/column.ts';
import { sparkLineHtml } from '@auction-tiers/chart';
import { Drawing } from '../part/chart.tsx';
import { DataTable } from '../part/data-table.tsx';
import { Choice } from '../part/form.tsx';
import { courseQuery, coursesOf, mostCourses } from './course.ts';
import { Empty, Reading } from '../part/kit.tsx';
import { ReportNotes } from './report-notes.tsx';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type Report, reportInput, reportQuery } from './use-report.ts';

export const breakdownWords: Readonly<Record<ReportBreakdown, string>> = {
  site: 'Site',
  placement: 'Placement',
  domain: 'Domain',
  country: 'Country',
  dma: 'Market area',
  size: 'Size',
  device_type: 'Device',
  media_type: 'Media type',
  deal: 'Deal',
};

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A value in words: `United States (US)`; of a tree what it adds to the path above it. */
function valueText(by: ReportBreakdown, { report, within }: LevelRow): string {
  const { is_other: isOther, not_counted: isNotCounted } = report;
  if (isNotCounted === true) return 'not counted';
  const value = report[by] ?? null;
  if (value === null) return isOther === true ? 'all others' : 'not known';
  const name = by === 'country' && /^[A-Z]{2}$/.test(value) ? countries.of(value) : undefined;
  if (name !== undefined) return `${name} (${value})`;
  return value.length < within.length
    ? `${value.slice(value.lastIndexOf('/') + 1)} itself`
    : value.slice(within.length - 1);
}

const valueOf =
  (name: 'auctions' | 'sold' | 'net' | 'forgone') =>
  ({ report }: LevelRow): number =>
    Number(report[name] ?? 0);

const columnsOf = (
  by: ReportBreakdown,
  currency: string,
  toggle: (path: string) => void,
): readonly Column<LevelRow>[] => [
  {
    id: 'value',
    head: breakdownWords[by],
    width: 'minmax(140px, 2fr)',
    sortBy: (row) => valueText(by, row),
    sum: () => 'All',
    cell: (row) => <TreeCell row={row} words={valueText(by, row)} onToggle={toggle} />,
    text: (row) =>
      row.report[by] === null ? valueText(by, row) : (row.path ?? valueText(by, { ...row, within: topPath })),
  },
  ...(['auctions', 'sold', 'net', 'forgone'] as const).map((name) => {
    const isMoney = name === 'net' || name === 'forgone';
    return numberColumn({
      id: name,
      head: `${figures[name].name}${isMoney ? ` (${currency})` : ''}`,
      figure: name,
      width: isMoney ? '124px' : '88px',
      of: valueOf(name),
      show: isMoney ? earnedColumn : countText,
      isSummed: true,
    });
  }),
  {
    id: 'course',
    head: '14 days',
    definition: `Net (${currency}) of each whole day of the last 14, on a scale of its own`,
    width: 'minmax(80px, 0.5fr)',
    cell: ({ course }) =>
      course !== undefined && <Drawing markup={sparkLineHtml(course, course.map(earnedColumn).join(', '))} />,
    text: ({ course }) => (course ?? []).map(earnedColumn).join(' '),
  },
  {
    ...numberColumn<LevelRow>({
      id: 'net_cpm',
      head: `Net (${cpmIn(currency)})`,
      figure: 'net_cpm',
      width: '100px',
      of: ({ report: { net_cpm: price } }) => (price === null ? null : Number(price)),
      show: cpmColumn,
    }),
    sum: (rows) => {
      const sold = sumOf(rows, valueOf('sold'));
      return sold === 0 ? '–' : cpmColumn((sumOf(rows, valueOf('net')) * 1000) / sold);
    },
  },
];

interface BySelectProps {
  /** null: the choice of `none`. */
  readonly by: ReportBreakdown | null;
  readonly onChange: (by: ReportBreakdown | null) => void;
  /** The label of no attribute; without it an attribute is always chosen. */
  readonly none?: string;
}

/** Chooses one of the attributes that the seller has counted. */
export function BySelect({ by, onChange, none }: BySelectProps) {
  const counted = useCounted();
  return (
    <Choice
      aria-label="Auctions by"
      w={180}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...counted.map((value) => ({ value, label: `by ${breakdownWords[value].toLowerCase()}` })),
      ]}
      value={by ?? ''}
      onChange={(value) => onChange(counted.find((one) => one === value) ?? null)}
    />
  );
}

/** The attributes by which the seller's auctions are counted. */
export const useCounted = (): readonly ReportBreakdown[] => usePlace().member.report_breakdowns ?? usualBreakdowns;

interface ValueTableProps {
  readonly by: ReportBreakdown;
  /** The next step where nothing was counted. */
  readonly empty?: ReactNode;
  /** Whether the table is offered as a file. */
  readonly hasFile?: boolean;
}

/** The auctions of the chosen days by the values of one attribute; paths are a tree, whose branches open and close. */
export function ValueTable({ by, empty, hasFile = true }: ValueTableProps) {
  const { currency } = usePlace();
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const [current, setCurrent] = useState<string | null>(null);
  const { report, rows, error } = useLevels(by, toggled);
  const isTree = rows.some(({ path }) => path !== null);
  const toggle = useCallback((path: string) => setToggled((all) => toggledIn(all, path)), []);
  const columns = useMemo(() => columnsOf(by, currency, toggle), [by, currency, toggle]);
  const onKey = (event: KeyboardEvent, { path, isOpen }: LevelRow) => {
    const isMeant = event.key === 'Enter' || event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight');
    if (path === null || !isMeant) return;
    event.preventDefault();
    toggle(path);
  };
  return (
    <>
      <Reading data={report} error={error} />
      <ReportNotes report={report} />
      {report !== undefined && rows.length === 0 && (
        <Empty action={empty}>Nothing was counted by {breakdownWords[by].toLowerCase()} on these days.</Empty>
      )}
      {rows.length > 0 && (
        <DataTable
          label={`Auctions by ${breakdownWords[by].toLowerCase()}`}
          rows={rows}
          columns={columns}
          idOf={idOf(by)}
          {...(isTree && {
            below: belowOf,
            current,
            onMove: (row: LevelRow) => setCurrent(idOf(by)(row)),
            onKey,
          })}
          fit={valueFit}
          firstSort={{ id: 'net', desc: true }}
          maxHeight={hasFile ? '420px' : undefined}
          hasFile={hasFile}
        />
      )}
    </>
  );
}

/** Columns that are left out where there is no room; files have them. */
const valueFit = { leftOut: ['sold', 'net_cpm', 'course', 'forgone', 'auctions'] };
const idOf = (by: ReportBreakdown) => (row: LevelRow) => `${row.within}${keyIn(by, row.report)}`;
const belowOf = ({ below }: LevelRow) => below;

interface TreeCellProps {
  readonly row: LevelRow;
  readonly words: string;
  readonly onToggle: (path: string) => void;
}

/** The value of a row; a path has a button that opens and closes it. */
function TreeCell({ row: { level, path, isOpen }, words: text, onToggle }: TreeCellProps) {
  return (
    <span className="cut" style={{ paddingLeft: 16 * (level - 1) }}>
      {path === null ? (
        text
      ) : (
        <button
          type="button"
          className="tree-toggle"
          aria-expanded={isOpen}
          aria-label={path}
          onClick={() => onToggle(path)}
        >
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {text}
        </button>
      )}
    </span>
  );
}

/** A row of a report by the values of an attribute, which may form a tree by `/`. */
interface LevelRow {
  readonly report: ReportRow;
  /** Its level in the tree, from 1. */
  readonly level: number;
  /** The path that it is below. */
  readonly within: string;
  /** The path that it sums; null: it is of one value. */
  readonly path: string | null;
  readonly isOpen: boolean;
  /** Its net by day; undefined: not known. */
  readonly course?: readonly number[] | undefined;
  /** The rows below its path; undefined: it is not open, or they are not read yet. */
  readonly below?: readonly LevelRow[];
}

/** A list of paths with a path that it does not have, else without it. */
const toggledIn = (paths: readonly string[], path: string): readonly string[] =>
  paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path];

/** What names a row within its level. */
const keyIn = (
  by: ReportBreakdown,
  { is_other: isOther, not_counted: isNotCounted, [by]: value }: ReportRow,
): string => (isNotCounted === true ? 'not counted' : isOther === true ? 'other' : `=${value ?? ''}`);

const dataOf = (answers: readonly UseQueryResult<Report>[]) => answers.map(({ data }) => data);

/**
 * The auctions of the chosen days by the values of an attribute: of a tree the top level, and the rows below open paths.
 * `report` is that of the top level. A path is open if it was toggled; the only one of the top level, such as that of the seller's only ad network, if not.
 */
function useLevels(by: ReportBreakdown, toggled: readonly string[]) {
  const place = usePlace();
  const input = reportInput(place, [by]);
  const isTree = pathAttributes.includes(by);
  const queryOf = (path: string) => reportQuery(isTree ? { ...input, path } : input);
  const { data: report, error } = useQuery(queryOf(topPath));
  const open = useMemo(() => {
    const first = (report?.rows ?? [])
      .map((row) => row[by] ?? '')
      .filter((value) => isTree && isPathBelow(value, topPath));
    return first.length === 1 ? first.reduce(toggledIn, toggled) : toggled;
  }, [report, by, isTree, toggled]);
  const answers = useQueries({ queries: open.map(queryOf), combine: dataOf });
  const shown = [topPath, ...open];
  const isLong = (report?.rows.length ?? 0) > mostCourses;
  const byDay = useQueries({
    queries: shown.map((path) => courseQuery(place, by, report !== undefined && !isLong, isTree ? path : undefined)),
    combine: dataOf,
  });
  const rows = useMemo(() => {
    const reports = new Map([[topPath, report], ...open.map((path, at) => [path, answers[at]] as const)]);
    const courses = new Map(
      [topPath, ...open].map((path, at) => [path, coursesOf(byDay[at], place, (row) => keyIn(by, row))]),
    );
    const rowsIn = (within: string, level: number): LevelRow[] | undefined =>
      // While another attribute is read, the answer still has the rows of the attribute before.
      reports
        .get(within)
        ?.rows.filter((row) => by in row)
        .map((row) => {
          const value = row[by] ?? null;
          const path = isTree && value !== null && isPathBelow(value, within) ? value : null;
          const below = path === null ? undefined : rowsIn(path, level + 1);
          const isOpen = path !== null && reports.has(path);
          const course = courses.get(within)?.get(keyIn(by, row));
          return { report: row, level, within, path, isOpen, course, ...(below !== undefined && { below }) };
        });
    return rowsIn(topPath, 1) ?? [];
  }, [report, answers, byDay, open, by, isTree, place]);
  return { report, rows, error };
}
