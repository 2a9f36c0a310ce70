// Loaded into a service before its own code: it then counts no auction for the live report.

const source = new URL('../../../../apps/api/src/report/report-counter.ts', import.meta.url).href;
const { ReportCounter } = (await import(source)) as { readonly ReportCounter: { prototype: { count: () => void } } };
ReportCounter.prototype.count = () => undefined;
