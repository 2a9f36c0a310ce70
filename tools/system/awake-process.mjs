// Has work for one processor until the program that started it disconnects or ends.

const turnMs = 50;

process.once('disconnect', () => process.exit());
const turn = () => {
  const endMs = performance.now() + turnMs;
  while (performance.now() < endMs);
  setImmediate(turn);
};
turn();
process.send('awake');
