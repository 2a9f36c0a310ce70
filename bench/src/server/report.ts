// Loaded into a server before its own code: reports usage to the process that started it, and ends with it.

/** The usage of a server. */
export interface Usage {
  /** Processor time of all threads since the start. */
  readonly processorMicros: number;
}

if (process.send !== undefined) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ processorMicros: user + system } satisfies Usage);
  });
  process.once('disconnect', () => process.exit());
  // Listening alone would keep the process alive.
  process.channel?.unref();
}
