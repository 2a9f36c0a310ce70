// Starts the server with the tiers of a running service.

import { fetchTiers, startServer } from './server.js';

const { AUCTION_TIERS_URL: url = 'http://127.0.0.1:3000', AUCTION_TIERS_KEY: apiKey } = process.env;
const { YM_PROFILE = '1', PORT = '8080' } = process.env;
const server = await startServer({
  tiers: await fetchTiers({ url, apiKey, ymProfile: YM_PROFILE }),
  port: Number(PORT),
});
console.log(`http://127.0.0.1:${server.address().port}`);
