// Loaded into a server before its own code: tells the process that started it how much processor time it has used, and
// ends with it.

process.on('message', (message) => {
  if (message !== 'processor') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ processorMicros: user + system });
});
process.once('disconnect', () => process.exit());
// Listening alone would keep the process alive.
process.channel?.unref();
