import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { LandfallError } from '../core/errors';
import { silentLog, type Log } from '../core/log';
import { withSocketPath } from './short-socket-path';

/**
 * The embedded database belongs to one process. A command typed beside a running app is therefore handed to it, over
 * a socket in the data folder that only the folder's owner can use. One line of JSON each way: the command and its
 * arguments, then its result or what went wrong.
 */
const socketName = 'landfall.sock';
const longestLine = 1_000_000;

const callSchema = z.object({ command: z.string().max(100), args: z.unknown() });
const replySchema = z.union([z.object({ result: z.unknown() }), z.object({ error: z.string() })]);

export type CommandHandlers = Readonly<Record<string, (args: unknown) => Promise<unknown>>>;

/** Call it once the lock of the folder is held: what lies there from before is nobody's. */
export async function serveCommands(
  folder: string,
  handlers: CommandHandlers,
  log: Log = silentLog,
): Promise<{ close(): Promise<void> }> {
  const file = path.join(folder, socketName);
  await rm(file, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    void answer(socket, handlers, log);
  });
  await withSocketPath(folder, socketName, (socketPath) => listen(server, socketPath));
  await chmod(file, 0o600);
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
      await rm(file, { force: true });
    },
  };
}

async function answer(socket: Socket, handlers: CommandHandlers, log: Log): Promise<void> {
  const reply = (content: z.input<typeof replySchema>) => socket.end(`${JSON.stringify(content)}\n`);
  try {
    const call = callSchema.parse(JSON.parse(await readLine(socket)));
    const handler = Object.hasOwn(handlers, call.command) ? handlers[call.command] : undefined;
    if (!handler) {
      reply({ error: `The running app does not know the command ${call.command}.` });
      return;
    }
    reply({ result: (await handler(call.args)) ?? null });
  } catch (err) {
    log.warn({ err }, 'a command over the socket failed');
    reply({ error: err instanceof LandfallError ? err.person : 'The running app could not do it; its log says why.' });
  }
}

/**
 * Asks the app that runs on this folder. `undefined` when none runs: then the caller opens the database itself.
 * Rejects with the app's own words when it refuses.
 */
export async function callRunningApp(
  folder: string,
  command: string,
  args: unknown,
): Promise<{ result: unknown } | undefined> {
  const socket = await withSocketPath(folder, socketName, connectIfServed);
  if (!socket) return undefined;
  try {
    socket.write(`${JSON.stringify({ command, args })}\n`);
    const reply = replySchema.parse(JSON.parse(await readLine(socket)));
    if ('error' in reply) throw new LandfallError('bad_request', { person: reply.error });
    return { result: reply.result };
  } finally {
    socket.destroy();
  }
}

function connectIfServed(socketPath: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error) => {
      // No file, or one whose server is gone.
      if ('code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')) resolve(undefined);
      else reject(error);
    });
  });
}

function listen(server: Server, socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, () => resolve());
  });
}

function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
      else if (text.length > longestLine) socket.destroy(new Error('the line is too long'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the other side ended before it had answered')));
  });
}
