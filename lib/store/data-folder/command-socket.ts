import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { LandfallError } from '../../core/errors';
import type { Log } from '../../core/log';
import { withSocketPath } from '../../core/socket-path.mjs';

/**
 * Only one process can open the embedded database, so a command started while the app runs is sent to the app over a
 * socket in the data folder. Each connection carries one call: a JSON line with the command and its arguments, answered
 * by a JSON line with the result or an error message.
 */
const socketName = 'landfall.sock';
const maxRequestLength = 1_000_000;

const callSchema = z.object({ command: z.string().max(100), args: z.unknown() });
const replySchema = z.union([z.object({ result: z.unknown() }), z.object({ error: z.string() })]);

/** The signal is aborted when the caller disconnects. */
export type CommandHandlers = Readonly<Record<string, (args: unknown, signal: AbortSignal) => Promise<unknown>>>;

/** The caller must hold the lock of the data folder: an existing socket was left by a killed process. */
export async function serveCommands(
  dataFolder: string,
  handlers: CommandHandlers,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const folder = socketFolder(dataFolder);
  await rm(folder, { recursive: true, force: true });
  // Make the folder private before the socket exists, so that other users can never connect, whatever the umask.
  await mkdir(folder, { mode: 0o700 });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    void handleConnection(socket, handlers, log);
  });
  await withSocketPath(path.join(folder, socketName), async (socketPath) => {
    server.listen(socketPath);
    await once(server, 'listening');
  });
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function handleConnection(socket: Socket, handlers: CommandHandlers, log: Log): Promise<void> {
  const disconnected = new AbortController();
  socket.on('close', () => disconnected.abort(new Error('the caller disconnected')));
  socket.on('error', () => socket.destroy());
  const reply = (content: z.input<typeof replySchema>) => socket.end(`${JSON.stringify(content)}\n`);
  try {
    const call = callSchema.parse(JSON.parse(await readRequest(socket)));
    const handler = Object.hasOwn(handlers, call.command) ? handlers[call.command] : undefined;
    if (!handler) {
      reply({ error: `The running app does not support the command ${call.command}.` });
      return;
    }
    reply({ result: (await handler(call.args, disconnected.signal)) ?? null });
  } catch (err) {
    if (disconnected.signal.aborted) return;
    if (err instanceof LandfallError) {
      reply({ error: err.userMessage });
      return;
    }
    log.error({ err }, 'a command failed');
    reply({ error: 'The command failed in the running app. The app’s log has the details.' });
  }
}

/** Returns undefined when no app uses this folder: the caller then opens the database itself. */
export async function callRunningApp(
  dataFolder: string,
  command: string,
  args: unknown,
): Promise<{ result: unknown } | undefined> {
  const socket = await withSocketPath(path.join(socketFolder(dataFolder), socketName), connectIfRunning);
  if (!socket) return undefined;
  socket.write(`${JSON.stringify({ command, args })}\n`);
  // No size limit: the reply comes from our own app, and an audit export is large.
  const received = await text(socket).catch(() => '');
  if (!received.endsWith('\n')) {
    throw new LandfallError(
      'internal',
      'The running app stopped before the command finished. Check what was done, then run it again.',
    );
  }
  const reply = replySchema.parse(JSON.parse(received));
  if ('error' in reply) throw new LandfallError('bad_request', reply.error);
  return { result: reply.result };
}

function socketFolder(dataFolder: string): string {
  return path.join(/* turbopackIgnore: true */ dataFolder, 'commands');
}

function connectIfRunning(socketPath: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined;
      // No socket, or a socket left by a killed app.
      if (code === 'ENOENT' || code === 'ECONNREFUSED') resolve(undefined);
      else if (code === 'EACCES') {
        const userMessage = 'The running app belongs to another user. Run the command as that user.';
        reject(new LandfallError('forbidden', { userMessage, cause: error }));
      } else reject(error);
    });
  });
}

function readRequest(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      received += chunk;
      const end = received.indexOf('\n');
      if (end !== -1) resolve(received.slice(0, end));
      else if (received.length > maxRequestLength) socket.destroy();
    });
    socket.once('close', () => reject(new Error('the caller disconnected')));
  });
}
