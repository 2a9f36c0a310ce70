import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { toFile } from '@auction-tiers/report-document/file';
import { toText } from '@auction-tiers/report-document/text';
import { compareDocument } from '../../src/document/compare/compare-document.ts';
import { replayDocument } from '../../src/document/replay/replay-document.ts';
import type { ReplayReport } from '../../src/schema/replay-report.ts';

// Reports as a reader gets them: as files and as text.

export const compareHtml = (report: CompareReport): string => toFile(compareDocument(report));
export const printCompare = (report: CompareReport): string => toText(compareDocument(report));
export const replayHtml = (report: ReplayReport): string => toFile(replayDocument(report));
export const printReplay = (report: ReplayReport): string => toText(replayDocument(report));
