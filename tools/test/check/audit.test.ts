import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { type AuditReport, type Exception, judgeAudit, knownExceptions } from '../../check/audit.ts';
import { repository } from '../../workspace/package.ts';

const report: AuditReport = {
  vulnerabilities: {
    parser: {
      name: 'parser',
      via: [
        {
          name: 'parser',
          title: 'Endless loop',
          url: 'https://example.org/advisories/GHSA-aaaa-bbbb-cccc',
          severity: 'high',
          range: '<2.0.1',
        },
      ],
    },
    reader: { name: 'reader', via: ['parser'] },
  },
};
const known: Exception = { advisory: 'GHSA-aaaa-bbbb-cccc', package: 'parser', reason: 'reads only its own files' };

test.for<[string, AuditReport, readonly Exception[], readonly string[]]>([
  [
    'a vulnerability is named once, with the package that has it',
    report,
    [],
    [/^parser <2\.0\.1: high, Endless loop/.source],
  ],
  ['a known exception is not an issue', report, [known], []],
  ['an exception is for one package', report, [{ ...known, package: 'reader' }], [/^parser <2\.0\.1: high/.source]],
  ['an exception without an advisory is an issue', { vulnerabilities: {} }, [known], [/no longer needed$/.source]],
])('%s', ([, found, excepted, messages]) => {
  const issues = judgeAudit(found, excepted);
  expect(issues).toHaveLength(messages.length);
  for (const [index, message] of messages.entries()) expect(issues[index]).toMatch(new RegExp(message));
});

test('no installed package has a known vulnerability', async (context) => {
  const answer = await askRegistry();
  if (!('vulnerabilities' in answer)) {
    const reason = `the registry does not answer audits: ${JSON.stringify(answer).slice(0, 200)}`;
    console.warn(`Dependencies were not audited: ${reason}`);
    context.skip(reason);
  }
  expect(judgeAudit(answer as AuditReport, knownExceptions)).toStrictEqual([]);
});

/** The report, or what the registry answered instead. npm's own exit code says only whether anything was found. */
function askRegistry(): Promise<object> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  return new Promise((resolve) => {
    execFile(npm, ['audit', '--json'], { cwd: repository, maxBuffer: 64 * 1024 * 1024 }, (error, output) => {
      try {
        resolve(JSON.parse(output) as object);
      } catch {
        resolve({ message: error?.message ?? 'no report' });
      }
    });
  });
}
