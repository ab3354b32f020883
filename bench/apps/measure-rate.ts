import autocannon from 'autocannon';

interface Load {
  origin: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  seconds: number;
}

/** Requests a second with ten connections, each sending its next request when the last one is answered. */
export async function measureRate({ origin, path, headers = {}, seconds }: Load): Promise<number> {
  const result = await autocannon({
    url: `${origin}${path}`,
    connections: 10,
    duration: seconds,
    headers: { 'accept-encoding': 'gzip', ...headers },
  });
  const failed = result.errors + result.non2xx;
  if (failed > 0) throw new Error(`${failed} requests for ${path} failed`);
  return result['2xx'] / result.duration;
}
