import { UnreachableError } from './create-api-client';
import { isRecord } from './read-response';
import { CheckFailedError } from './expect';

/** The simulator's control API, for rules the service's own API cannot show: removed imports, customer actions, webhooks. */
export interface ControlClient {
  /** Returns the identifier. */
  placeImport(fields: Record<string, unknown>): Promise<string>;
  /** False when the action is not available to the customer. */
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

  async function callOrFail(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const { ok, json } = await call(method, path, body);
    if (!ok || !isRecord(json))
      throw new CheckFailedError(`The control endpoint ${method} ${path} answered ${JSON.stringify(json)}`);
    return json;
  }

  const importPath = (id: string): string => `/imports/${encodeURIComponent(id)}`;
  return {
    placeImport: async (fields) => String((await callOrFail('POST', '/imports', fields))['id']),
    performAction: async (id, action) => (await call('POST', `${importPath(id)}/action`, { action })).ok,
    advance: async (id) => void (await callOrFail('POST', `${importPath(id)}/advance`)),
    remove: async (id, how) => void (await callOrFail('POST', `${importPath(id)}/${how}`)),
    async history(id) {
      const { statuses } = await callOrFail('GET', importPath(id));
      return Array.isArray(statuses) ? statuses.map((entry) => String(isRecord(entry) ? entry['status'] : entry)) : [];
    },
    webhooks: async () => callOrFail('GET', '/webhooks'),
    setWebhooks: async (settings) => void (await callOrFail('PUT', '/webhooks', settings)),
  };
}
