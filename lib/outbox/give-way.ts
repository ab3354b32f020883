import type { OutboxDeps } from './outbox-deps';

const restMs = 1000;

/** Between two batches: messages wait for webhooks, but are also written and sent while they never cease. */
export async function giveWay(
  { clock, isBusy }: Pick<OutboxDeps, 'clock' | 'isBusy'>,
  signal: AbortSignal,
): Promise<void> {
  if (isBusy?.()) await clock.sleep(restMs, signal).catch(() => {});
}
