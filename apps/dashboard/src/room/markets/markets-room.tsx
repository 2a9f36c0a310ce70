import './markets.css';
import { type DmaRow, usualBreakdowns } from '@auction-tiers/contract';
import { figures } from '@auction-tiers/contract/glossary';
import { explainNoMarkets } from '@auction-tiers/dma-data';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, useMemo } from 'react';
import { useAddress, usePlace } from '../../address/place.ts';
import { counted, countText } from '../../figure/count.ts';
import { rangeText } from '../../figure/date.ts';
import { earnedColumn, earnedText } from '../../figure/figures.ts';
import { type Column, numberColumn } from '../../part/column.ts';
import { DataTable } from '../../part/data-table.tsx';
import { Empty, Notice, Problem, QuietButton, Room } from '../../part/kit.tsx';
import { useCounted } from '../../report/by-value.tsx';
import { ReportNotes } from '../../report/report-notes.tsx';
import { useReport } from '../../report/use-report.ts';
import { trpc } from '../../service/trpc.ts';
import { countByState, findMarkets, type MarketUse, readMarketSearch, usesOfMarkets } from './market-list.ts';
import { type MarketMoney, moneyOfMarkets } from './market-money.ts';
import { changeMember } from '../../service/change-member.ts';
import { isManager } from '../../words/access.ts';
import { stateCodes, stateTilesHtml } from '@auction-tiers/chart';
import { Drawing } from '../../part/chart.tsx';

interface Market {
  readonly id: number;
  readonly name: string;
  readonly states: readonly string[];
  readonly isActive: boolean;
  readonly uses: readonly MarketUse[];
  /** null: nothing was counted. */
  readonly money: MarketMoney | null;
}

const noUses: readonly MarketUse[] = [];

/** The US market areas: where they are, and which profiles and tiers use them. */
export function MarketsRoom(): React.ReactNode {
  const { memberId, from, to, currency, ymProfile } = usePlace();
  const isCounted = useCounted().includes('dma');
  const [address, change] = useAddress<'/tiers/markets'>();
  const search = readMarketSearch(address);
  const markets = useQuery(trpc.dma.list.queryOptions({}));
  const profiles = useQuery(trpc.profile.list.queryOptions({ member_id: memberId }));
  const report = useReport({ groupBy: ['dma'], enabled: isCounted });
  const { byMarket, elsewhere } = useMemo(() => moneyOfMarkets(report.data?.rows ?? []), [report.data]);
  const columns = useMemo(() => columnsOf(isCounted ? currency : null), [isCounted, currency]);
  const tiers = useQuery(trpc.tier.list.queryOptions({ member_id: memberId }));
  const uses = useMemo(
    () => usesOfMarkets(profiles.data?.items ?? [], tiers.data?.items ?? []),
    [profiles.data, tiers.data],
  );
  const rows = useMemo(() => {
    const stored = new Map((markets.data?.items ?? []).map((row: DmaRow) => [row.id, row]));
    const found = findMarkets({ q: search.q, state: search.state }).map(
      ({ id, name, states }): Market => ({
        id,
        name,
        states,
        isActive: stored.get(id)?.active !== false,
        uses: uses.get(id) ?? noUses,
        money: byMarket.get(id) ?? null,
      }),
    );
    // Markets that are used come first, and among the others those that bring the most.
    const netOf = ({ money }: Market) => money?.net ?? 0;
    return found.toSorted(
      (a, b) => b.uses.length - a.uses.length || netOf(b) - netOf(a) || a.name.localeCompare(b.name),
    );
  }, [markets.data, uses, byMarket, search.q, search.state]);
  const error = markets.error ?? profiles.error ?? tiers.error ?? report.error;
  const reason = search.state === undefined ? undefined : explainNoMarkets(search.state);
  return (
    <Room
      title="Markets"
      head={
        <>
          <TextInput
            data-search
            aria-label="Search markets by name, number, state or another spelling"
            placeholder="Name, number, state or other spelling"
            w={320}
            value={search.q ?? ''}
            onChange={(event) => change({ q: event.currentTarget.value || undefined }, { replace: true })}
          />
          <span className="muted" role="status">
            {counted(rows.length, 'market')}
            {search.state === undefined ? '' : ` of ${search.state}`}
          </span>
        </>
      }
    >
      {error !== null && <Problem error={error} />}
      <ReportNotes report={report.data} />
      {isCounted ? (
        <p className="muted">
          Auctions and net of {ymProfile.name}, {rangeText(from, to)}.
          {elsewhere.auctions > 0 &&
            ` ${counted(elsewhere.auctions, 'auction')} more, net ${earnedText(elsewhere.net)} ${currency}, had no market area that is known.`}
        </p>
      ) : (
        <CountMarkets />
      )}
      <div className="market-columns">
        {rows.length === 0 ? (
          <Empty action={<Button onClick={() => change({ q: undefined, state: undefined })}>Show all markets</Button>}>
            {reason ?? 'No market has this name, number, state or spelling.'}
          </Empty>
        ) : (
          <DataTable label="Markets" rows={rows} columns={columns} idOf={({ id }) => String(id)} />
        )}
        <StateMap chosen={search.state ?? null} onChoose={(state) => change({ state: state ?? undefined })} />
      </div>
    </Room>
  );
}

const moneyColumns = (currency: string): readonly Column<Market>[] =>
  (
    [
      ['auctions', figures.auctions.name, countText],
      ['net', `${figures.net.name} (${currency})`, earnedColumn],
    ] as const
  ).map(([name, head, show]) =>
    numberColumn({
      id: name,
      head,
      figure: name,
      width: '130px',
      of: ({ money }) => money?.[name] ?? null,
      show,
      isSummed: true,
    }),
  );

const mostTiers = 3;
const tiersOf = (uses: readonly MarketUse[]) => uses.flatMap(({ tiers }) => tiers);

/** `currency`: of the earned amounts; null: auctions are not counted by market. */
const columnsOf = (currency: string | null): readonly Column<Market>[] => [
  { id: 'id', head: 'Number', width: '80px', isNumber: true, sortBy: ({ id }) => id, cell: ({ id }) => id },
  {
    id: 'name',
    head: 'Market',
    width: 'minmax(220px, 2fr)',
    sortBy: ({ name }) => name,
    cell: ({ name, isActive }) => (
      <>
        {name}
        {!isActive && <span className="warn"> ⚠ no location data here: delivery is not possible</span>}
      </>
    ),
  },
  ...(currency === null ? [] : moneyColumns(currency)),
  { id: 'states', head: 'States', width: '90px', cell: ({ states }) => states.join(', ') },
  {
    id: 'uses',
    head: 'Used by',
    width: 'minmax(200px, 2fr)',
    sortBy: ({ uses }) => uses.length,
    text: ({ uses }) =>
      [...uses.map(({ profile }) => profile.name ?? ''), ...tiersOf(uses).map(({ name }) => name)].join('; '),
    cell: ({ uses }) => (
      <span className="market-uses">
        {uses.map(({ profile, tiers }) => (
          <Link key={profile.id} to="/tiers/targeting" search={{ profile: profile.id }}>
            {profile.name ?? `profile no. ${profile.id}`}
            {tiers.length > 0 && <span className="visually-hidden">, used by</span>}
          </Link>
        ))}
        {tiersOf(uses)
          .slice(0, mostTiers)
          .map(({ id, name, ym_profile_id: ym }) => (
            <Link key={id} to="/tiers" search={{ ym, tier: id }}>
              {name}
            </Link>
          ))}
        {tiersOf(uses).length > mostTiers && (
          <span className="muted">and {counted(tiersOf(uses).length - mostTiers, 'more tier')}</span>
        )}
      </span>
    ),
  },
];

/** Where a seller does not count its auctions by market area: what would be here, and the button that begins it. */
function CountMarkets() {
  const { member, session } = usePlace();
  const begin = useMutation({
    mutationFn: () =>
      changeMember(member.id, ({ report_breakdowns: now }) => ({
        report_breakdowns: [...(now ?? usualBreakdowns), 'dma'],
      })),
  });
  return (
    <>
      <Notice>
        What each market area brings is not counted at {member.name}
        {isManager(session) ? ' yet: ' : '; a manager can begin it here.'}
        {isManager(session) && (
          <QuietButton loading={begin.isPending} onClick={() => begin.mutate()}>
            Count it from now on
          </QuietButton>
        )}
      </Notice>
      {begin.error !== null && <Problem error={begin.error} />}
    </>
  );
}

interface StateMapProps {
  readonly chosen: string | null;
  readonly onChoose: (state: string | null) => void;
}

const counts = countByState();
const tiles = stateCodes
  .filter((code) => counts.has(code))
  .map((code) => {
    const count = counts.get(code) ?? 0;
    return { code, count, figure: String(count), label: counted(count, 'market') };
  });

/** Chooses a state: on a map of tiles, or on a narrow screen from a list. */
function StateMap({ chosen, onChoose }: StateMapProps) {
  const choose = (event: MouseEvent) => {
    const state = (event.target as Element).closest('[data-state]')?.getAttribute('data-state') ?? null;
    if (state !== null && counts.has(state)) onChoose(state === chosen ? null : state);
  };
  return (
    <>
      <div className="market-map" role="presentation" onClick={choose}>
        <Drawing markup={stateTilesHtml({ label: 'Markets by state', tiles, chosen, href: null })} />
        <p className="muted">
          The number is how many market areas have the state in their name; the deeper the colour, the more. Choose a
          state to see its markets.
        </p>
      </div>
      <Select
        className="market-states"
        label="State"
        placeholder="All states"
        clearable
        searchable
        data={tiles.map(({ code, figure }) => ({ value: code, label: `${code} (${figure})` }))}
        value={chosen}
        onChange={onChoose}
      />
    </>
  );
}
