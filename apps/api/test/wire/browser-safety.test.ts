import { expect, test } from 'vitest';
import { useService } from '../fixture/service.ts';

const service = useService();

test.for(['/dma?id=501', '/v1/member', '/ym-profile/meta', '/trpc/member.list', '/readyz', '/no-such-path', '/'])(
  'a browser is told to take %s for what it is, and to show it in no frame of others',
  async (path) => {
    const { headers } = await service.send('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  },
);

test('auctions, which no browser can be led to, go without', async () => {
  const body = { ym_profile_id: 1, bids: [] };
  for (const path of ['/auction', '/v1/auction/explain', '/trpc/auction.run']) {
    const { status, headers } = await service.send('POST', path, { body });
    expect(status).toBe(200);
    expect(headers.get('x-content-type-options')).toBeNull();
  }
});
