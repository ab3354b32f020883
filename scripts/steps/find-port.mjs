import { createServer } from 'node:net';
import { errorCode } from '../../lib/core/error-code.mjs';
import { CliError } from './cli-error.mjs';

/**
 * @param {string | undefined} code
 * @param {{ port: number, host: string }} where
 */
export function describePortProblem(code, { port, host }) {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program: stop that one, or choose another port with PORT=${port + 1}.`;
  }
  if (code === 'EACCES') return `Port ${port} cannot be opened by this user. Choose one above 1023 with PORT.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Bad setting: HOST ${host} is not an address of this machine.`;
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
 * The preferred port if it is free, else the first free one from `near` upwards.
 *
 * @param {{ near: number, prefer?: number | undefined }} options
 */
export async function findFreePort({ near, prefer }) {
  for (const port of [prefer ?? near, ...Array.from({ length: 200 }, (_, step) => near + step)]) {
    if ((await tryPort(port, '127.0.0.1')) === undefined) return port;
  }
  throw new CliError(`No port from ${near} to ${near + 199} is free on 127.0.0.1.`);
}

/** @type {(port: number, host: string) => Promise<string | undefined>} the error code, if the port cannot be opened */
const tryPort = (port, host) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(errorCode(error) ?? 'unknown'));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
