import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/**
 * PGlite in a thread of its own, so that the app goes on while a statement runs. Plain JavaScript, because a thread has no
 * compiler. Bytes of PostgreSQL's protocol come in and go out; `open-pglite-thread.ts` is the other side.
 *
 * @typedef {{ name: string, message: string, code: unknown, stack: string | undefined }} ThreadError
 * @typedef {{ bytes: Uint8Array<ArrayBuffer> } | { error: ThreadError }} ThreadAnswer
 */

if (parentPort === null) throw new Error('this file is started as a thread');
const port = parentPort;

/** @param {ThreadAnswer} answer @param {readonly ArrayBuffer[]} [transfer] */
const reply = (answer, transfer) => port.postMessage(answer, transfer);

/**
 * The fields by which an outage is recognised: `postMessage` drops them, and errors of WebAssembly's files are plain objects.
 *
 * @param {unknown} error
 * @returns {ThreadAnswer}
 */
function describe(error) {
  const { name = 'Error', errno, message = `${name} ${errno ?? error}`, code, stack } = Object(error);
  return { error: { name, message, code, stack } };
}

const opening = PGlite.create(workerData);
opening.then(
  () => reply({ bytes: new Uint8Array() }),
  (error) => reply(describe(error)),
);

// Answers come in the order of the messages. `null` closes.
port.on('message', async (/** @type {Uint8Array | null} */ message) => {
  try {
    const pglite = await opening;
    /** @type {Uint8Array[]} */
    const chunks = [];
    if (message === null) await pglite.close();
    else {
      await pglite.execProtocolRawStream(message, {
        // Nothing to sync: only file systems of browsers write later.
        syncToFs: false,
        // A view of PGlite's memory.
        onRawData: (chunk) => void chunks.push(chunk.slice()),
      });
    }
    const bytes = new Uint8Array(Buffer.concat(chunks));
    reply({ bytes }, [bytes.buffer]);
  } catch (error) {
    reply(describe(error));
  }
});
