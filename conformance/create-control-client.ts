import { UnreachableError } from './create-api-client';
import { isRecord } from './read-response';
import { CheckFailedError } from './expect';

/** The simulator's control API, for rules the service's own API cannot show: removed imports, customer actions, webhooks. */
export type ControlClient = ReturnType<typeof createControlClient>;

export function createControlClient(controlUrl: string) {
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
    placeImport: async (fields: object) => String((await callOrFail('POST', '/imports', fields))['id']),
    /** False when the action is not available to the customer. */
    performAction: async (id: string, action: string) =>
      (await call('POST', `${importPath(id)}/action`, { action })).ok,
    advance: (id: string) => callOrFail('POST', `${importPath(id)}/advance`),
    remove: (id: string, how: 'archive' | 'cancel') => callOrFail('POST', `${importPath(id)}/${how}`),
    async history(id: string): Promise<string[]> {
      const { statuses } = await callOrFail('GET', importPath(id));
      return Array.isArray(statuses) ? statuses.map((entry) => String(isRecord(entry) ? entry['status'] : entry)) : [];
    },
    webhooks: () => callOrFail('GET', '/webhooks'),
    setWebhooks: (settings: object) => callOrFail('PUT', '/webhooks', settings),
  };
}
