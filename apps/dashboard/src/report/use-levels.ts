import { isPathBelow, pathAttributes, type ReportBreakdown, type ReportRow, topPath } from '@auction-tiers/contract';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePlace } from '../address/place.ts';
import { type Report, reportInput, reportQuery } from './use-report.ts';

/** A row of a report by the values of an attribute, which may form a tree by `/`. */
export interface LevelRow {
  readonly report: ReportRow;
  /** Its level in the tree, from 1. */
  readonly level: number;
  /** The path that it is below. */
  readonly within: string;
  /** The path that it sums; null: it is of one value. */
  readonly path: string | null;
  readonly isOpen: boolean;
  /** The rows below its path; undefined: it is not open, or they are not read yet. */
  readonly below?: readonly LevelRow[];
}

/** A list of paths with a path that it does not have, else without it. */
export const toggledIn = (paths: readonly string[], path: string): readonly string[] =>
  paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path];

const dataOf = (answers: readonly UseQueryResult<Report>[]) => answers.map(({ data }) => data);

/**
 * The auctions of the chosen days by the values of an attribute: of a tree the top level, and the rows below open paths.
 * `report` is that of the top level. A path is open if it was toggled; the only one of the top level, such as that of the seller's only ad network, if not.
 */
export function useLevels(by: ReportBreakdown, toggled: readonly string[]) {
  const input = reportInput(usePlace(), [by]);
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
  const rows = useMemo(() => {
    const reports = new Map([[topPath, report], ...open.map((path, at) => [path, answers[at]] as const)]);
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
          return { report: row, level, within, path, isOpen, ...(below !== undefined && { below }) };
        });
    return rowsIn(topPath, 1) ?? [];
  }, [report, answers, open, by, isTree]);
  return { report, rows, error };
}
