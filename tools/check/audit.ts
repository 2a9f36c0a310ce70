/** The part of `npm audit --json` that is read here. */
export interface AuditReport {
  readonly vulnerabilities: Readonly<
    Record<string, { readonly name: string; readonly via: readonly (string | Advisory)[] }>
  >;
}

/** A published vulnerability of a package. */
interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

/** A vulnerability that is known and cannot be exploited here. */
export interface Exception {
  /** The last part of its address: `GHSA-xxxx-xxxx-xxxx`. */
  readonly advisory: string;
  readonly package: string;
  /** Why it cannot be exploited here. */
  readonly reason: string;
}

/** Known vulnerabilities of installed packages that cannot be exploited here, each with the reason. */
export const knownExceptions: readonly Exception[] = [];

/** The issues: every advisory that is not an exception, and every exception without an advisory. */
export function judgeAudit({ vulnerabilities }: AuditReport, exceptions: readonly Exception[]): string[] {
  const advisories = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one !== 'string'));
  const byId = new Map(advisories.map((advisory) => [advisory.url.split('/').at(-1) ?? '', advisory]));
  const isExcepted = (id: string, { name }: Advisory) =>
    exceptions.some((exception) => exception.advisory === id && exception.package === name);
  return [
    ...[...byId]
      .filter(([id, advisory]) => !isExcepted(id, advisory))
      .map(([id, { name, range, severity, title }]) => `${name} ${range}: ${severity}, ${title} (${id})`),
    ...exceptions
      .filter(({ advisory }) => !byId.has(advisory))
      .map(({ advisory, package: name }) => `${advisory} of ${name} is an exception that is no longer needed`),
  ];
}
