import type { OutboxDeps } from './outbox-deps';

const restMs = 3000;

/** Between two batches. While webhooks keep arriving, messages become slower but do not stop. */
export async function giveWay(
  { clock, isBusy }: Pick<OutboxDeps, 'clock' | 'isBusy'>,
  signal: AbortSignal,
): Promise<void> {
  if (isBusy?.()) await clock.sleep(restMs, signal).catch(() => {});
}
