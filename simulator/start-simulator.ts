import type { AddressInfo } from 'node:net';
import { handleControlRequest } from './control/handle-control-request';
import { createSimulation, type Simulation } from './create-simulation';
import { createSimulatorServer } from './http/create-simulator-server';
import { createFixedRateLimit, createSlidingRateLimit, type RateLimit } from './http/rate-limit';
import { defaults, type SimulatorOptions } from './options';
import { handlePageRequest } from './pages/handle-page-request';

/** A running simulator: its addresses, and the verbs of its operator for tests that live in the same process. */
export interface RunningSimulator extends Simulation {
  /** Base address of version 2.1. */
  readonly url: string;
  readonly sandboxUrl: string;
  readonly controlUrl: string;
  readonly origin: string;
  readonly port: number;
  readonly token: string;
  /** Ends connections and timers, waits for webhooks on their way. */
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<RunningSimulator> {
  const simulation = createSimulation(options);
  const { broken } = simulation;
  const token = options.token ?? defaults.token;
  const host = options.host ?? defaults.host;
  // The system's clock may be set back; a clock that was handed in is not.
  const nowMs = options.clock?.now ?? (() => performance.now());
  const window = { limit: options.rate ?? defaults.rate, windowMs: 1_000, nowMs };
  const limited = (): RateLimit =>
    broken.has('fixed-window') ? createFixedRateLimit(window) : createSlidingRateLimit(window);
  const unlimited: RateLimit = { admit: () => true };

  const server = createSimulatorServer({
    world: simulation.world,
    lifecycle: simulation.lifecycle,
    create: simulation.create,
    redirectUrl: simulation.redirectUrl,
    token,
    responseContext: () => ({ dialect: simulation.dialect(), broken }),
    log: simulation.requestLog,
    faults: simulation.faults,
    liveLimit: broken.has('no-rate-limit') ? unlimited : limited(),
    sandboxLimit: broken.has('sandbox-limited') ? limited() : unlimited,
    handlePage: (request, url) => handlePageRequest({ ...simulation, fullRequest: options.fullRequest }, request, url),
    handleControl: (request, url) => handleControlRequest(simulation, request, url),
  });

  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address);
    });
  });

  // Listening on every interface is not an address a customer can be sent to.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const origin = `http://${name}:${port}`;
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await Promise.all([closed, simulation.stop()]);
  };
  try {
    simulation.start(origin);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...simulation,
    url: `${origin}/api/v2.1`,
    sandboxUrl: `${origin}/api/sandbox`,
    controlUrl: `${origin}/control`,
    origin,
    port,
    token,
    close,
  };
}
