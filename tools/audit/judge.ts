/** What `npm audit --json` says, as far as it is read here. */
export interface AuditReport {
  readonly vulnerabilities: Readonly<
    Record<string, { readonly name: string; readonly via: readonly (string | Advisory)[] }>
  >;
}

/** A published weakness of a package. */
interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

/** A weakness that is known and does no harm here. */
export interface Exception {
  /** Its identifier, the last part of its address: `GHSA-xxxx-xxxx-xxxx`. */
  readonly advisory: string;
  readonly package: string;
  /** Why it does no harm here. */
  readonly reason: string;
}

/** What is wrong: every advisory that is no exception, and every exception that nothing is known of any more. */
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
