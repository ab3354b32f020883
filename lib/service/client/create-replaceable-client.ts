import type { Clock } from '../../core/clock';
import { ServiceError } from '../../core/errors';
import type { ServiceClient, ServiceHealth } from '../service-client';

interface ReplaceableClient extends ServiceClient {
  /** Nothing is sent through the old client any more. Resolves when its running decisions have finished. */
  replace(next: ServiceClient | null): Promise<void>;
}

/** One client for the life of the process; the connection behind it can change, or be missing. */
export function createReplaceableClient(clock: Clock): ReplaceableClient {
  let current: ServiceClient | null = null;
  let disconnectedAt = clock.now();
  let closed = false;
  const closing = new Set<Promise<void>>();

  async function send<T>(call: (client: ServiceClient) => Promise<T>): Promise<T> {
    if (current === null) throw notConnected();
    return call(current);
  }

  /** Replacing the client aborts what it reads, which is then read with the new one. */
  async function read<T>(call: (client: ServiceClient) => Promise<T>): Promise<T> {
    const used = current;
    try {
      return await send(call);
    } catch (error) {
      if (closed || used === current) throw error;
      return read(call);
    }
  }

  async function replace(next: ServiceClient | null): Promise<void> {
    const old = current;
    current = next;
    disconnectedAt = clock.now();
    if (old === null) return;
    const done = old.close().finally(() => closing.delete(done));
    closing.add(done);
    await done;
  }

  return {
    listTools: (call) => read((client) => client.listTools(call)),
    listImports: (call) => read((client) => client.listImports(call)),
    readImport: (call) => read((client) => client.readImport(call)),
    createImport: (call) => send((client) => client.createImport(call)),
    acceptPayment: (call) => send((client) => client.acceptPayment(call)),
    rejectPayment: (call) => send((client) => client.rejectPayment(call)),
    health: (environment) => current?.health(environment) ?? healthWithout(disconnectedAt),
    replace,
    close: async () => {
      closed = true;
      await Promise.all([current?.close(), ...closing]);
    },
  };
}

/** Reports the service as unreachable, so that the overview leads admins to the settings. */
function healthWithout(at: Date): ServiceHealth {
  const { code, userMessage } = notConnected();
  return { state: 'open', since: at, lastOkAt: null, lastError: { at, code, userMessage }, unanswered: null };
}

function notConnected(): ServiceError {
  return new ServiceError('service_unreachable', {
    workDone: 'no',
    userMessage:
      'No migration service is connected, so nothing was sent. An admin can connect it under Settings > Connection.',
    logMessage: 'not sent: no connection is set up',
  });
}
