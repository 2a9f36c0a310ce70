import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ours } from '../engine/contestants/line-up.ts';
import { engineGoals } from '../engine/engine-goal.ts';
import type { EngineFigures } from '../engine/figures.ts';
import { goalTable } from '../suite/goal.ts';
import { readResult } from '../suite/suite.ts';
import type { SimulatorFigures } from '../simulator/figures.ts';
import { simulatorGoals, simulatorSection } from '../simulator/simulator-report.ts';
import type { HoldsFigures } from '../holds/figures.ts';
import { holdsGoals, holdsSection } from '../holds/holds-report.ts';
import type { StoreFigures } from '../store/figures.ts';
import { storeSection } from '../store/store-report.ts';
import { toMarkdown } from '../suite/table.ts';
import type { HttpFigures } from '../http/figures.ts';
import { httpGoals, httpSection } from '../http/http-report.ts';
import type { AbuseFigures, SoakFigures } from '../strain/figures.ts';
import { abuseGoals, abuseSection, soakGoals, soakSection } from '../strain/strain-report.ts';
import type { PageFigures } from '../page/figures.ts';
import { pageGoals, pageSection } from '../page/page-report.ts';
import type { LiveFigures } from '../live/figures.ts';
import { liveGoals, liveSection } from '../live/live-report.ts';
import { drawCostPlot } from './cost-plot.ts';
import { engineSection } from './engine-section.ts';
import type { TruthFigures } from '../truth/figures.ts';
import { truthGoals, truthSection } from '../truth/truth-report.ts';
import { originSection, outlookSection } from './closing-section.ts';
import { selectionGoals } from './selection-goal.ts';

const plotName = 'performance-engine.svg';

/** The written files, or a sentence that says what is missing. */
export type Written =
  | { readonly ok: true; readonly files: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** Writes the report and its plot into a folder, from the results of the suites that were run. */
export function writeReport(resultsFolder: string, docsFolder: string): Written {
  const engine = readResult<EngineFigures>(resultsFolder, 'engine');
  if (engine === undefined) {
    return { ok: false, problem: `${resultsFolder} has no results of the engine; run: npm run bench -- engine` };
  }
  const http = readResult<HttpFigures>(resultsFolder, 'http');
  const holds = readResult<HoldsFigures>(resultsFolder, 'holds');
  const store = readResult<StoreFigures>(resultsFolder, 'store');
  const simulator = readResult<SimulatorFigures>(resultsFolder, 'simulator');
  const truth = readResult<TruthFigures>(resultsFolder, 'truth');
  const abuse = readResult<AbuseFigures>(resultsFolder, 'abuse');
  const soak = readResult<SoakFigures>(resultsFolder, 'soak');
  const page = readResult<PageFigures>(resultsFolder, 'page');
  const live = readResult<LiveFigures>(resultsFolder, 'live');
  const goals = [
    ...engineGoals(engine.figures),
    ...(http === undefined ? [] : [...selectionGoals(engine.figures, http.figures), ...httpGoals(http.figures)]),
    ...(holds === undefined ? [] : holdsGoals(holds.figures)),
    ...(simulator === undefined ? [] : simulatorGoals(simulator.figures)),
    ...(truth === undefined ? [] : truthGoals(truth.figures)),
    ...(abuse === undefined ? [] : abuseGoals(abuse.figures)),
    ...(soak === undefined ? [] : soakGoals(soak.figures)),
    ...(page === undefined ? [] : pageGoals(page.figures)),
    ...(live === undefined ? [] : liveGoals(live.figures)),
  ];
  const sections = [
    introduction(),
    `## Goals\n\n${toMarkdown(goalTable(goals))}`,
    engineSection(engine.figures, plotName),
    ...(http === undefined ? [] : [httpSection(http.figures)]),
    ...(holds === undefined ? [] : [holdsSection(holds.figures)]),
    ...(store === undefined ? [] : [storeSection(store.figures)]),
    ...(simulator === undefined ? [] : [simulatorSection(simulator.figures)]),
    ...(truth === undefined ? [] : [truthSection(truth.figures)]),
    ...(abuse === undefined ? [] : [abuseSection(abuse.figures)]),
    ...(soak === undefined ? [] : [soakSection(soak.figures)]),
    ...(page === undefined ? [] : [pageSection(page.figures)]),
    ...(live === undefined ? [] : [liveSection(live.figures)]),
    originSection(
      [engine, http, holds, store, simulator, truth, abuse, soak, page, live].filter((result) => result !== undefined),
    ),
    outlookSection(),
  ];
  const files = { report: join(docsFolder, 'performance.md'), plot: join(docsFolder, plotName) };
  mkdirSync(docsFolder, { recursive: true });
  writeFileSync(files.report, `${sections.join('\n\n')}\n`);
  writeFileSync(files.plot, drawCostPlot(engine.figures, ours.name));
  return { ok: true, files: [files.report, files.plot] };
}

function introduction(): string {
  return `<!-- Written by \`npm run bench -- report\` from bench/results. Changes made here will be lost. -->

# Performance

The cost of selecting a tier, of requests over HTTP, of storing a tier and of replaying a log, compared with the least work that gives the same result and with other libraries. To measure it on your machine:

\`\`\`sh
npm run bench -- engine    # selecting tiers, several minutes
npm run bench -- http      # the service over HTTP, several minutes
npm run bench -- holds     # how long others wait while something large is under way
npm run bench -- store     # storing tiers in a Redis of its own
npm run bench -- simulator # replaying a log of a million auctions
npm run bench -- truth     # verdicts against populations whose true effect is known
npm run bench -- abuse     # auctions while the service is abused, several minutes
npm run bench -- soak      # ten minutes of auctions
npm run bench -- live      # scheduled drafts, and the live report
npm run bench -- report    # writes this page
\`\`\`

Ratios are computed within one run, round by round. Compare ratios between machines, not times.`;
}
