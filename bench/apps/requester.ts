import { Pool } from 'undici';

interface Answer {
  /** From sending the request to the last byte of the answer. */
  ms: number;
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Sends requests over kept connections and leaves bodies as they were transferred. Any status but 200 is an error. */
export function createRequester(origin: string, headers: Readonly<Record<string, string>> = {}) {
  const pool = new Pool(origin, { pipelining: 1, connections: 256, keepAliveTimeout: 60_000 });
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    options: { headers?: Readonly<Record<string, string>>; body?: string } = {},
  ): Promise<Answer> => {
    const startedMs = performance.now();
    const response = await pool.request({
      method,
      path,
      headers: { ...headers, ...options.headers },
      ...(options.body && { body: options.body }),
    });
    const body = Buffer.from(await response.body.arrayBuffer());
    const ms = performance.now() - startedMs;
    if (response.statusCode !== 200) throw new Error(`${method} ${origin}${path} answered ${response.statusCode}`);
    return { ms, body, headers: response.headers };
  };
  return {
    get: (path: string, extra?: Readonly<Record<string, string>>) =>
      send('GET', path, extra === undefined ? {} : { headers: extra }),
    post: (path: string, body: string, extra: Readonly<Record<string, string>>) =>
      send('POST', path, { body, headers: { 'content-type': 'application/json', ...extra } }),
    /** The time of a request by a browser, which accepts compressed answers. */
    time: async (path: string, extra?: Readonly<Record<string, string>>) =>
      (await send('GET', path, { headers: { 'accept-encoding': 'gzip', ...extra } })).ms,
  };
}
export type Requester = ReturnType<typeof createRequester>;
