import { describe, expect, test } from 'vitest';
import { toApiTarget } from '../../src/api/api-target.ts';

const settings = { apiKey: 'key', dataDir: '.data', showsStacks: false };
const target = (url: string, ownsTarget = false) => toApiTarget(url, 1, ownsTarget, settings, '--url');

describe('this machine is loaded without asking', () => {
  test.for([
    'http://127.0.0.1:3000',
    'http://127.8.9.10/base/',
    'http://localhost:3000',
    'http://LOCALHOST',
    'http://[::1]:3000',
    'http://[0:0:0:0:0:0:0:1]',
    'http://127.1:3000',
    'http://2130706433',
    'http://0x7f000001',
    'http://017700000001',
    'https://127.0.0.1',
  ])('%s', (url) => {
    expect(target(url)).toMatchObject({ ymProfileId: 1, apiKey: 'key' });
  });
});

describe('any other address needs --i-own-this-target', () => {
  test.for([
    'http://0.0.0.0:3000',
    'http://[::]:3000',
    'http://[::ffff:127.0.0.1]',
    'http://192.0.2.1',
    'http://10.0.0.1',
    'http://3221225985',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://api.localhost',
    'http://127.0.0.1@example.com',
    'http://example.com#@127.0.0.1',
    'http://example.com/127.0.0.1',
  ])('%s', (url) => {
    expect(() => target(url)).toThrow(/^--url: \S+ is not this machine\. .*--i-own-this-target\.$/);
    expect(target(url, true)).toMatchObject({ apiKey: 'key' });
  });
});

test.for(['ftp://127.0.0.1', 'file:///etc/passwd', '127.0.0.1:3000', 'http://', 'http://256.256.256.256'])(
  '%s is not an address',
  (url) => {
    expect(() => target(url, true)).toThrow('is not an address');
  },
);
