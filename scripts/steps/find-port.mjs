import { createServer } from 'node:net';
import { errorCode, CliError } from './cli-error.mjs';

/**
 * @param {string | undefined} code
 * @param {{ port: number, host: string }} where
 */
export function describePortProblem(code, { port, host }) {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program: stop that one, or choose another port with PORT=${port + 1}.`;
  }
  if (code === 'EACCES') return `Port ${port} may not be opened by this user: choose one above 1023 with PORT.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Bad setting: HOST ${host} is no address of this machine.`;
  return `Port ${port} on ${host} cannot be opened (${code ?? 'unknown reason'}).`;
}

/**
 * Fails early with what `listen` would report after a long build.
 *
 * @param {{ port: number, host: string }} where
 */
export async function assertPortFree({ port, host }) {
  const problem = await tryPort(port, host);
  if (problem !== undefined) throw new CliError(describePortProblem(problem, { port, host }));
  // `localhost` may resolve to ::1 first, where another program would answer instead of us.
  if (host === '127.0.0.1' && (await tryPort(port, '::1')) === 'EADDRINUSE') {
    throw new CliError(describePortProblem('EADDRINUSE', { port, host: '::1' }));
  }
}

/**
 * @param {{ near: number, prefer?: number | undefined, host?: string }} options
 * @returns {Promise<number>} the preferred port if it is free, else the first free one from `near` upwards
 */
export async function findFreePort({ near, prefer, host = '127.0.0.1' }) {
  const candidates = [
    ...(prefer === undefined ? [] : [prefer]),
    ...Array.from({ length: 200 }, (_, step) => near + step),
  ];
  for (const port of candidates) {
    if ((await tryPort(port, host)) === undefined) return port;
  }
  throw new CliError(`No port from ${near} to ${near + 199} is free on ${host}.`);
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the error code, if the port cannot be opened
 */
function tryPort(port, host) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(errorCode(error) ?? 'unknown'));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
