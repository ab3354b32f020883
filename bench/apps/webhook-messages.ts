import { createHmac, randomUUID } from 'node:crypto';
import { knownStatuses } from '../../lib/contract/status';
import { listRows, type RunningLandfall } from './start-landfall';

export interface Message {
  importId: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** Few enough that the list shows all of them, whatever the poller sees meanwhile. */
const importCount = 100;

/** Signed messages about known imports in turn, each with another status than the one before. */
export async function createMessages(landfall: RunningLandfall): Promise<(index: number) => Message> {
  const ids = (await listRows(landfall, importCount)).map(({ id }) => id);
  return (index) => {
    const importId = ids[index % ids.length] ?? '';
    const status = knownStatuses[Math.floor(index / ids.length + index) % knownStatuses.length] ?? '';
    return createMessage(landfall, importId, status);
  };
}

export function createMessage(
  { webhookSecret }: Pick<RunningLandfall, 'webhookSecret'>,
  importId: string,
  status: string,
): Message {
  const timestamp = new Date(withMilliseconds(Date.now())).toISOString();
  const body = JSON.stringify({ import_id: importId, status, timestamp, event: randomUUID() });
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
  return { importId, body, headers: { 'x-service-signature': `sha256=${signature}` } };
}

/**
 * A time without milliseconds counts until the end of its second (`lib/imports/timeline/point.ts`), so the next change,
 * here a tenth of a second later, would come before it.
 */
const withMilliseconds = (ms: number): number => (ms % 1000 === 0 ? ms + 1 : ms);
