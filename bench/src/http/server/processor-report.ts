// Loaded into a server before its own code: reports its processor time and memory to the process that started it, and ends with that
// process.

process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  const residentBytes = process.memoryUsage.rss();
  process.send?.({ processorMicros: user + system, residentBytes, mostBytes: process.resourceUsage().maxRSS * 1024 });
});
process.once('disconnect', () => process.exit());
// Listening alone would keep the process alive.
process.channel?.unref();
