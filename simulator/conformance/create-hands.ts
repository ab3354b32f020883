import { Unreachable } from './create-asker';
import { isFields } from './read-answer';
import { Failed } from './verdict';

/** The control endpoints of the simulator, for sentences that nobody can check from outside: gone imports, customers, webhooks. */
export interface Hands {
  /** Answers with the identifier. */
  place(wanted: Record<string, unknown>): Promise<string>;
  /** False when the customer cannot. */
  act(id: string, act: string): Promise<boolean>;
  advance(id: string): Promise<void>;
  remove(id: string, how: 'archive' | 'cancel'): Promise<void>;
  history(id: string): Promise<string[]>;
  webhooks(): Promise<unknown>;
  setWebhooks(settings: unknown): Promise<void>;
}

export function createHands(controlUrl: string): Hands {
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
      throw new Unreachable(`No answer from the control endpoint ${method} ${controlUrl}${path}`);
    }
  }

  async function must(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const { ok, json } = await call(method, path, body);
    if (!ok || !isFields(json))
      throw new Failed(`The control endpoint ${method} ${path} answered ${JSON.stringify(json)}`);
    return json;
  }

  const importPath = (id: string): string => `/imports/${encodeURIComponent(id)}`;
  return {
    place: async (wanted) => String((await must('POST', '/imports', wanted))['id']),
    act: async (id, act) => (await call('POST', `${importPath(id)}/act`, { act })).ok,
    advance: async (id) => void (await must('POST', `${importPath(id)}/advance`)),
    remove: async (id, how) => void (await must('POST', `${importPath(id)}/${how}`)),
    async history(id) {
      const { statuses } = await must('GET', importPath(id));
      return Array.isArray(statuses) ? statuses.map((entry) => String(isFields(entry) ? entry['status'] : entry)) : [];
    },
    webhooks: async () => must('GET', '/webhooks'),
    setWebhooks: async (settings) => void (await must('PUT', '/webhooks', settings)),
  };
}
