import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { messages as protocolMessages, protocol, type PGliteOptions, type PGlite } from '@electric-sql/pglite';
import { isFatal } from './is-fatal';
import type { ThreadAnswer, ThreadError } from './pglite-thread.mjs';

export type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

export interface PgliteThread {
  /** Runs after the messages sent before it. Rejects with the first error in the response. */
  send(message: Uint8Array): Promise<Messages>;
  /** After the last response. */
  isInTransaction(): boolean;
  close(): Promise<void>;
}

/** Bundlers rewrite `import.meta.url`, so the path is relative to the working directory, the project root. */
const threadFile = () => path.resolve(/* turbopackIgnore: true */ 'lib/store/database/pglite-thread.mjs');

const closeTimeoutMs = 5000;

/** PGlite in a thread. Rejects if it cannot be opened. It does not keep the process alive while no response is due. */
export async function openPgliteThread(
  options: PGliteOptions,
  onNotification: (channel: string, payload: string) => void,
): Promise<PgliteThread> {
  // Without the loaders of this process, which would only slow it down.
  const thread = new Worker(threadFile(), { workerData: options, execArgv: [] });
  const parser = new protocol.Parser();
  /** Of what was sent, oldest first. */
  const waiting: { resolve: (bytes: Uint8Array<ArrayBuffer>) => void; reject: (error: Error) => void }[] = [];
  let closed: Error | undefined;
  let isInTransaction = false;

  const settle = (answer: ThreadAnswer) => {
    const first = waiting.shift();
    if (waiting.length === 0) thread.unref();
    if ('bytes' in answer) first?.resolve(answer.bytes);
    else {
      const error = toError(answer.error);
      first?.reject(error);
      endIfFatal(error);
    }
  };
  const end = (reason: string, cause?: unknown) => {
    closed ??= Object.assign(new Error(`PGlite is closed${reason}`, { cause }), { code: crashed });
    for (const { reject } of waiting.splice(0)) reject(closed);
  };
  const endIfFatal = (error: Error) => {
    if (!isFatal(error)) return;
    end(`, because it failed: ${error.message}`, error);
    void thread.terminate();
  };
  // One answer for each turn of the event loop, or a chain of fast statements would keep requests waiting.
  thread.on('message', (answer: ThreadAnswer) => setImmediate(settle, answer));
  thread.on('error', (error) => end(' because its thread failed', error));
  thread.on('exit', () => end(''));

  const waitForAnswer = () => {
    if (waiting.length === 0) thread.ref();
    return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => waiting.push({ resolve, reject }));
  };
  const post = (message: Uint8Array | null) => {
    if (closed !== undefined) return Promise.reject(closed);
    thread.postMessage(message);
    return waitForAnswer();
  };

  const send = async (message: Uint8Array) => {
    const messages: Messages = [];
    let failed: protocolMessages.DatabaseError | undefined;
    // The whole buffer belongs to this response; of a part, the parser would make a copy.
    parser.parse((await post(message)).buffer, (one) => {
      if (failed !== undefined && !(one instanceof protocolMessages.ReadyForQueryMessage)) return;
      if (one instanceof protocolMessages.DatabaseError) failed = one;
      else if (one instanceof protocolMessages.ReadyForQueryMessage) isInTransaction = one.status !== 'I';
      else if (one instanceof protocolMessages.NotificationResponseMessage) {
        const { channel, payload } = one;
        queueMicrotask(() => onNotification(channel, payload));
      }
      messages.push(one);
    });
    if (failed !== undefined) {
      endIfFatal(failed);
      throw failed;
    }
    return messages;
  };

  const opened = waitForAnswer();
  try {
    await opened;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
  return {
    send,
    isInTransaction: () => isInTransaction,
    close: async () => {
      if (closed !== undefined) return;
      const answered = post(null);
      closed = new Error('PGlite is closed');
      // A statement that never ends does not keep the process from ending.
      await Promise.race([answered, delay(closeTimeoutMs, undefined, { ref: false })]).finally(() =>
        thread.terminate(),
      );
    },
  };
}

/** SQLSTATE crash_shutdown. */
const crashed = '57P02';

/** With the name and the code by which an outage is recognised. */
function toError({ name, message, code, stack }: ThreadError): Error {
  return Object.assign(new Error(message), { name, stack, ...(code !== undefined && { code }) });
}
