// Loaded into a server before its own code: reports its processor time to the process that started it, and ends with that
// process.

process.on('message', (message) => {
  if (message !== 'processor') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ processorMicros: user + system });
});
process.once('disconnect', () => process.exit());
// Listening alone would keep the process alive.
process.channel?.unref();
