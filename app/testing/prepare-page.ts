import { appHooks } from '@/lib/http/app-hooks.mjs';

/** What the HTTP server does before Next renders a page. */
export async function preparePage(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const prepared = await appHooks.preparePage?.({ method, url: path, headers: new Headers(headers) });
  if (prepared === undefined) throw new Error(`${path} is no page, or the app was not started`);
  return prepared;
}

/** The answer that takes the place of a page. */
export async function answerOf(path: string, options: Parameters<typeof preparePage>[1] = {}): Promise<Response> {
  const prepared = await preparePage(path, options);
  if (!(prepared instanceof Response)) throw new Error(`${path} is rendered`);
  return prepared;
}
