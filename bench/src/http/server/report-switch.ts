// Loaded into a service before its own code: counts auctions for the live report, or does not, as the process that started
// it asks. One process takes both sides: two processes of the same program differ by up to 20 % in processor time.

/** What this program tells. */
export type SwitchWord = 'counting' | 'counting none';

type Count = (this: object, ...decision: readonly unknown[]) => void;

if (process.send !== undefined) {
  const source = new URL('../../../../apps/api/src/report/report-counter.ts', import.meta.url).href;
  const { ReportCounter } = (await import(source)) as { readonly ReportCounter: { prototype: { count: Count } } };
  const { count } = ReportCounter.prototype;
  let isCounting = true;
  ReportCounter.prototype.count = function countIfAsked(tierSet, request, decision) {
    if (isCounting) count.call(this, tierSet, request, decision);
  };
  process.on('message', (message) => {
    if (message !== 'counting' && message !== 'counting none') return;
    isCounting = message === 'counting';
    process.send?.({ [message]: true });
  });
  process.channel?.unref();
}
