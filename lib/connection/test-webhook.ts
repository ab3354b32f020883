import { randomUUID } from 'node:crypto';
import { auditAccess, type AuditDeps } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import type { WebhookTest } from '../contract/connection';
import { receiptSchema } from '../contract/webhooks';
import { parseJson } from '../core/parse-json';
import type { Settings } from '../core/settings';
import type { Database } from '../store/database/database';
import { describeSetup } from '../webhooks/describe-setup';
import { createTestMessage } from '../webhooks/test-message';
import type { ServiceConnection } from './create-connection';
import { limitChecks } from './limit-checks';

interface TestWebhookDeps extends AuditDeps {
  database: Database;
  settings: Pick<Settings, 'publicOrigin'>;
  connection: Pick<ServiceConnection, 'webhook' | 'refresh'>;
  fetch: typeof fetch;
}

const deadlineMs = 10_000;
const maxAnswerBytes = 10_000;

const otherHost =
  'The message arrived under another host name. Let the proxy pass on the Host header, and compare it with NEXTAUTH_URL.';

/**
 * Sends a signed message to our own public address, as the service would: through the name, the proxy and the certificate
 * that it uses. The address comes from the settings, never from the caller.
 */
export async function testWebhook(deps: TestWebhookDeps, caller: Caller): Promise<WebhookTest> {
  const { settings, clock } = deps;
  // Another instance may have saved the secret a moment ago.
  await deps.connection.refresh();
  const { webhook } = deps.connection;
  const { address } = describeSetup({ publicOrigin: settings.publicOrigin, webhook });
  const startedMs = clock.now().getTime();
  const result = (outcome: WebhookTest['outcome'], message: string): WebhookTest => ({
    outcome,
    message,
    tookMs: Math.max(0, clock.now().getTime() - startedMs),
  });
  if (webhook.secrets.length === 0) return result('failed', 'No webhook secret is set. Enter it first.');
  await limitChecks(deps, caller, 'webhook test');
  await auditAccess(deps, { caller, action: 'connection.webhook_tested', subject: address });
  const id = randomUUID();
  const { headers, body } = createTestMessage(webhook, { id, at: clock.now() });
  let answer: { status: number; text: string };
  try {
    const response = await deps.fetch(address, {
      method: 'POST',
      headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
      body: Buffer.from(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    });
    answer = { status: response.status, text: await readStart(response) };
  } catch {
    return result('failed', `No answer from ${address}. Check its name, its certificate and the proxy in front of it.`);
  }
  const receipt = receiptSchema.safeParse(parseJson(answer.text));
  if (answer.status === 200 && receipt.success && receipt.data.id === id)
    return result('received', 'A signed test message reached this address and was verified.');
  if (answer.status === 401)
    return result('failed', 'The message arrived, but its signature was refused. A proxy may change it on the way.');
  if (answer.status >= 300 && answer.status < 400)
    return result('failed', `${address} redirects elsewhere. The service may not follow; use the final address.`);
  if (answer.status === 200) return result('failed', `${address} answered 200, but the answer is not from Landfall.`);
  if (answer.status === 421) return result('failed', otherHost);
  return result('failed', `${address} answered ${answer.status}. Check the proxy and Landfall’s log.`);
}

/** Any server may answer at this address, so no more is read than our own answer needs. */
async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let total = 0; reader !== undefined && total < maxAnswerBytes;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    total += value.byteLength;
  }
  // Not awaited: an endless sender would block us.
  reader?.cancel().catch(() => undefined);
  return Buffer.concat(chunks).toString('utf8');
}
