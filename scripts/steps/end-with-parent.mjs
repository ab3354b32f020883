// Preloaded into children that know nothing of their parent (`node --import`). When the parent dies without a word the
// channel to it closes, and this process asks itself to stop, as the parent would have done.

if (process.send !== undefined) {
  process.channel?.unref();
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), 5_000).unref();
  });
}
