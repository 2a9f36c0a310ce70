import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainWords } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { findForeignWord, type Reader, textsOf } from '../../words/index.ts';
import { repository } from '../../workspace/package.ts';

/** The folders and files whose texts are read by users of the page, its mails and its chats, and of the command line. */
const folders: Readonly<Record<string, Reader>> = {
  'apps/api/src/alert': 'page',
  'apps/api/src/channel': 'page',
  'apps/api/src/draft-schedule': 'page',
  'apps/api/src/experiment/experiment-guard.ts': 'page',
  'apps/api/src/experiment/money.ts': 'page',
  'apps/api/src/handlers/draft/ask.ts': 'page',
  'apps/api/src/handlers/draft/beside-scheduled.ts': 'page',
  'apps/api/src/handlers/draft/carry-due.ts': 'page',
  'apps/api/src/handlers/draft/due.ts': 'page',
  'apps/api/src/handlers/report/sent-view.ts': 'page',
  'apps/dashboard/src': 'page',
  'libs/contract/src/compare-report': 'command',
  'libs/contract/src/glossary': 'page',
  'libs/contract/src/rooms': 'page',
  'apps/simulator/src/advise': 'command',
  'apps/simulator/src/compare': 'command',
  'apps/simulator/src/document': 'command',
  'libs/alert/src': 'page',
  'libs/calendar/src': 'page',
  'libs/experiment/src': 'page',
  'libs/inference/src': 'page',
  'libs/movement/src': 'page',
  'libs/report-document/src': 'command',
  'libs/tier-engine/src/lint': 'command',
};

/** Texts with such a word that stay, by file, and why. */
const mayStand: Readonly<Record<string, { readonly words: RegExp; readonly why: string }>> = {
  'apps/dashboard/src/frame/help.tsx': {
    words: /the API call it a ym-profile/,
    why: 'the word of the API, for its users',
  },
  'apps/dashboard/src/room/experiments/words.ts': { words: /^go on$/, why: 'a verdict as the API has it' },
  'apps/dashboard/src/start/requests.ts': { words: /^\/\/ In the web page/, why: 'code to copy' },
  'libs/experiment/src/verdict.ts': { words: /^go on$/, why: 'a verdict as the API has it' },
};

const filesIn = (folder: string): string[] =>
  spawnSync('git', ['ls-files', '-z', folder], { cwd: repository, encoding: 'utf8' })
    .stdout.split('\0')
    .filter((file) => /\.tsx?$/u.test(file) && !/\.gen\.|\/planted\//u.test(file));

/** The texts of a folder's files in which a word is found. */
function foundIn(folder: string, find: (text: string) => string | null): string[] {
  const files = filesIn(folder);
  expect(files).not.toEqual([]);
  return files.flatMap((file) =>
    textsOf(file, readFileSync(join(repository, file), 'utf8')).flatMap(({ line, text }) => {
      const word = find(text);
      return word === null || mayStand[file]?.words.test(text) === true ? [] : [`${file}:${line} ${word}: ${text}`];
    }),
  );
}

test.for(Object.entries(folders))('no text of %s has a word that its readers do not use', ([folder, reader]) => {
  expect(foundIn(folder, (text) => findForeignWord(text, reader))).toEqual([]);
});

/** Sentences for both: the command line shows them as they are, and the page in its own words. */
const onPageToo = [
  'apps/simulator/src/compare/judging',
  'libs/contract/src/compare-report',
  'libs/tier-engine/src/lint',
];

test.for(onPageToo)('no text of %s has one as the page shows it', (folder) => {
  const shown = { currency: 'USD', timeZone: 'UTC', price: String, moment: String, day: String, clock: String };
  expect(foundIn(folder, (text) => findForeignWord(plainWords(text, shown), 'page'))).toEqual([]);
});
