/** Settings of the demo of `npm start`: its auctions go on arriving, and four weeks of them are recorded and kept. */
export const lastingDemo = { DEMO_TRAFFIC: '1', DEMO_DAYS: '28', RECORD_DAYS: '28' };
