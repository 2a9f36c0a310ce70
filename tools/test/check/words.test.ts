import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  'libs/experiment/src/verdict.ts': { words: /^go on$/, why: 'a verdict as the API has it' },
};

const filesIn = (folder: string): string[] =>
  spawnSync('git', ['ls-files', '-z', folder], { cwd: repository, encoding: 'utf8' })
    .stdout.split('\0')
    .filter((file) => /\.tsx?$/u.test(file) && !/\.gen\.|\/planted\//u.test(file));

test.for(Object.entries(folders))('no text of %s has a word that its readers do not use', ([folder, reader]) => {
  const files = filesIn(folder);
  expect(files).not.toEqual([]);
  const found = files.flatMap((file) =>
    textsOf(file, readFileSync(join(repository, file), 'utf8')).flatMap(({ line, text }) => {
      const word = findForeignWord(text, reader);
      return word === null || mayStand[file]?.words.test(text) === true ? [] : [`${file}:${line} ${word}: ${text}`];
    }),
  );
  expect(found).toEqual([]);
});
