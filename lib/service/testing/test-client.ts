import { onTestFinished } from 'vitest';
import { ServiceError } from '../../core/errors';
import { openClient } from './open-client';
import { startRawServer, type RawServer } from './start-raw-server';

type Behavior = Parameters<typeof startRawServer>[0];

/** Closed at the end of the test, as is the server. */
export function testClient(options: Parameters<typeof openClient>[0]): ReturnType<typeof openClient> {
  const client = openClient(options);
  onTestFinished(() => client.close());
  return client;
}

export async function testServer(behavior: Behavior): Promise<RawServer> {
  const server = await startRawServer(behavior);
  onTestFinished(() => server.close());
  return server;
}

export const answeringServer = (onRequest: NonNullable<Behavior['onRequest']>) => testServer({ onRequest });

export async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => new Error('it succeeded'),
    (caught: unknown) => caught,
  );
  if (!(error instanceof ServiceError)) throw error;
  return error;
}
