import type { AddressInfo } from 'node:net';
import { createSimulation, type Simulation } from './create-simulation';
import { createSimulatorServer } from './http/create-simulator-server';
import { type AdmitRequest, createFixedRateLimit, createSlidingRateLimit } from './http/rate-limit';
import { defaults, type SimulatorOptions } from './options';

export interface RunningSimulator extends Simulation {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly controlUrl: string;
  readonly origin: string;
  readonly port: number;
  readonly token: string;
  /** Closes connections, stops timers, waits for webhooks being sent. */
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<RunningSimulator> {
  const simulation = createSimulation(options);
  const { broken } = simulation;
  const token = options.token ?? defaults.token;
  const host = options.host ?? defaults.host;
  // The system clock may be set back, so use the monotonic one.
  const nowMs = options.clock?.now ?? (() => performance.now());
  const window = { limit: options.rate ?? defaults.rate, windowMs: 1_000, nowMs };
  const limited = (): AdmitRequest =>
    broken.has('fixed-window') ? createFixedRateLimit(window) : createSlidingRateLimit(window);
  const unlimited: AdmitRequest = () => true;

  const server = createSimulatorServer({
    simulation,
    token,
    fullRequest: options.fullRequest,
    admit: {
      live: broken.has('no-rate-limit') ? unlimited : limited(),
      sandbox: broken.has('sandbox-limited') ? limited() : unlimited,
    },
  });

  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address);
    });
  });

  // A wildcard address cannot be used in links.
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
