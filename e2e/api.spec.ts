import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { request as requests } from '@playwright/test';
import { savedApiKeySchema } from '@/lib/contract/api-keys';
import { problemSchema } from '@/lib/contract/problem';
import type { ApiDocument } from '@/lib/openapi/api-document';
import document from '../lib/openapi/openapi.json' with { type: 'json' };
import { accountOf, signInAs } from './fixtures/accounts';
import { uniqueCustomer } from './fixtures/isolated-app';
import { placeImport } from './fixtures/place-import';
import { expect, testWithoutPages as test } from './fixtures/test';

/** The examples of docs/api.md and README.md, as a reader would run them one after the other. */

const run = promisify(execFile);
const apiDocument: ApiDocument = document;
const documentedHost = 'https://landfall.company.example';

/** All code blocks of this language, in order. */
function blocksOf(file: string, language: 'sh' | 'js'): string {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, name, code]) => (name === language ? [code] : [])).join('\n');
}

/** The shell reads the commands; only `curl` is ours, so that no machine needs it and the answers can be checked. */
async function curlCalls(script: string): Promise<string[][]> {
  const shims = `curl() { printf '%s\\0' "$@"; printf '\\0'; }; uuidgen() { echo ${randomUUID()}; }`;
  const { stdout } = await run('sh', ['-euc', `${shims}\n${script}`]);
  return stdout
    .split('\0\0')
    .slice(0, -1)
    .map((args) => args.split('\0'));
}

/** The options of curl that our examples use. */
function toRequest(args: readonly string[]): Request {
  const headers = new Headers();
  const data: string[] = [];
  let method: string | undefined;
  let address = '';
  let asQuery = false;
  for (let at = 0; at < args.length; at += 1) {
    const value = () => args[(at += 1)] ?? '';
    switch (args[at]) {
      case '-X':
        method = value();
        break;
      case '-G':
        asQuery = true;
        break;
      case '-H': {
        const [name = '', ...rest] = value().split(': ');
        headers.append(name, rest.join(': '));
        break;
      }
      case '-d':
        data.push(value());
        break;
      case '--data-urlencode': {
        const [name, ...rest] = value().split('=');
        data.push(`${name}=${encodeURIComponent(rest.join('='))}`);
        break;
      }
      default:
        if (args[at]?.startsWith('-') || address !== '') throw new Error(`curl ${args[at]} is not known to this test`);
        address = args[at] ?? '';
    }
  }
  const query = asQuery && data.length > 0 ? `?${data.join('&')}` : '';
  const body = asQuery || data.length === 0 ? null : data.join('&');
  return new Request(`${address}${query}`, { method: method ?? (body === null ? 'GET' : 'POST'), headers, body });
}

function operationOf({ method, url }: Request) {
  const { pathname } = new URL(url);
  const found = Object.entries(apiDocument.paths).find(([path]) =>
    new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  const operation = Object.entries(found?.[1] ?? {}).find(([name]) => name === method.toLowerCase())?.[1];
  if (!operation) throw new Error(`${method} ${pathname} is not in the document`);
  return operation;
}

test.describe('the documented API', () => {
  let origin = '';
  let key = '';
  let customer = '';
  let importId = '';
  const adapt = (script: string) =>
    script
      .replaceAll(documentedHost, origin)
      .replaceAll('ops@acme.example', customer)
      .replace(/^KEY=.*$/m, '')
      .replace(/^ID=.*$/m, `ID=${importId}`);

  // In one worker, so that there is one key.
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async ({ baseURL }) => {
    origin = baseURL ?? '';
    customer = uniqueCustomer('api');
    const request = await requests.newContext({ baseURL: origin });
    await signInAs(request, accountOf('admin'));
    const body = { name: 'Examples', scope: 'create', expiresInDays: 1 };
    const made = await request.post('/api/keys', { data: body, headers: { origin } });
    key = savedApiKeySchema.parse(await made.json()).secret ?? '';
    importId = await placeImport(request, { username: customer, status: 'Sample migration completed' });
    await request.dispose();
  });

  test('every curl example succeeds as documented, and every operation has one', async () => {
    const used = new Set<string>();
    for (const file of ['docs/api.md', 'README.md']) {
      const script =
        file === 'README.md' ? blocksOf(file, 'sh').match(/^curl (?:.*\\\n)*.*$/m)?.[0] : blocksOf(file, 'sh');
      const calls = await curlCalls(`KEY=${key}\n${adapt(script ?? 'exit 1')}`);
      expect(calls.length, file).toBeGreaterThan(0);
      for (const args of calls) {
        const request = toRequest(args);
        const { operationId, responses } = operationOf(request);
        const response = await fetch(request);
        const success = Object.keys(responses).filter((status) => status.startsWith('2'));
        expect(success, `${operationId}: ${await response.text()}`).toContain(String(response.status));
        used.add(operationId);
      }
    }
    const documented = Object.values(apiDocument.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect([...used].toSorted()).toEqual(documented.toSorted());
  });

  test('the fetch examples run', async () => {
    const script = adapt(blocksOf('docs/api.md', 'js'));
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
      env: { NODE_ENV: 'production', LANDFALL: origin, KEY: key },
    });
    expect(stdout).toContain(importId);
    expect(stdout).toMatch(/^created \S+$/m);
  });

  test('an error is a documented problem', async () => {
    const request = new Request(`${origin}/api/imports/no-such-import/request`, { method: 'POST' });
    const response = await fetch(request);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const { type, status } = problemSchema.parse(await response.json());
    expect([type, status]).toEqual(['urn:landfall:problem:unauthenticated', 401]);
    expect(Object.keys(operationOf(request).responses)).toContain('401');
  });

  test('the OpenAPI document is public, and cached until it changes', async () => {
    const read = (headers: Record<string, string> = {}) => fetch(`${origin}/api/openapi.json`, { headers });
    const first = await read();
    expect(await first.json()).toEqual(apiDocument);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const etag = first.headers.get('etag') ?? '';
    const again = await read({ 'if-none-match': `W/${etag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  });
});
