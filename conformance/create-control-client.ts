import { UnreachableError } from './create-api-client';
import { isRecord } from './read-response';
import { CheckFailedError } from './expect';

/** The control endpoints of the simulator, for sentences that nobody can check from outside: gone imports, customers, webhooks. */
export interface ControlClient {
  /** Answers with the identifier. */
  placeImport(wanted: Record<string, unknown>): Promise<string>;
  /** False when the customer cannot. */
  performAction(id: string, action: string): Promise<boolean>;
  advance(id: string): Promise<void>;
  remove(id: string, how: 'archive' | 'cancel'): Promise<void>;
  history(id: string): Promise<string[]>;
  webhooks(): Promise<unknown>;
  setWebhooks(settings: unknown): Promise<void>;
}

export function createControlClient(controlUrl: string): ControlClient {
  async function call(method: string, path: string, body?: unknown): Promise<{ ok: boolean; json: unknown }> {
    try {
      const response = await fetch(controlUrl + path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(10_000),
      });
      const json: unknown = await response.json();
      return { ok: response.ok, json };
    } catch {
      throw new UnreachableError(`No answer from the control endpoint ${method} ${controlUrl}${path}`);
    }
  }

  async function must(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const { ok, json } = await call(method, path, body);
    if (!ok || !isRecord(json))
      throw new CheckFailedError(`The control endpoint ${method} ${path} answered ${JSON.stringify(json)}`);
    return json;
  }

  const importPath = (id: string): string => `/imports/${encodeURIComponent(id)}`;
  return {
    placeImport: async (wanted) => String((await must('POST', '/imports', wanted))['id']),
    performAction: async (id, action) => (await call('POST', `${importPath(id)}/action`, { action })).ok,
    advance: async (id) => void (await must('POST', `${importPath(id)}/advance`)),
    remove: async (id, how) => void (await must('POST', `${importPath(id)}/${how}`)),
    async history(id) {
      const { statuses } = await must('GET', importPath(id));
      return Array.isArray(statuses) ? statuses.map((entry) => String(isRecord(entry) ? entry['status'] : entry)) : [];
    },
    webhooks: async () => must('GET', '/webhooks'),
    setWebhooks: async (settings) => void (await must('PUT', '/webhooks', settings)),
  };
}
