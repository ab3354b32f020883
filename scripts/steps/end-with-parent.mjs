// Preloaded into children with `node --import`. When the parent dies, the IPC channel closes and this process stops
// itself.

if (process.send !== undefined) {
  process.channel?.unref();
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), 5_000).unref();
  });
}
