import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type RunningSimulator, startSimulator } from '../start-simulator';
import type { FaultRuleInput } from './fault-rules';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ rate: 10_000 });
});
afterEach(() => {
  simulator.setFaults([]);
  simulator.clearLog();
});
afterAll(() => simulator.close());

function request(path: string, method = 'GET', base = simulator.url, signal?: AbortSignal): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${simulator.token}:X`).toString('base64')}`;
  return fetch(base + path, { method, headers: { authorization }, ...(signal && { signal }) });
}

async function describeOutcome(asking: Promise<Response>): Promise<string> {
  try {
    const response = await asking;
    await response.text();
    return `answered ${response.status}`;
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    const { cause } = error;
    const code = cause instanceof Error && 'code' in cause ? cause.code : error.name;
    return String(code);
  }
}

const setOnlyFault = (effect: FaultRuleInput['effect'], match: FaultRuleInput['match'] = {}): void =>
  simulator.setFaults([{ match, effect }]);

function newImport(): { id: string; accept(signal?: AbortSignal): Promise<Response>; decisions(): number } {
  const id = String(simulator.placeImport({ status: 'Sample migration completed' })['id']);
  return {
    id,
    accept: (signal) => request(`/imports/${id}/payment/accept`, 'POST', simulator.url, signal),
    decisions: () => (simulator.getImport(id)['decisions'] as unknown[]).length,
  };
}

test.each([
  ['hang', 0],
  ['hang-after', 1],
] as const)('%s never answers, and the work was done %s times', async (kind, done) => {
  const target = newImport();
  setOnlyFault({ kind });
  const giveUp = new AbortController();
  const asking = describeOutcome(target.accept(giveUp.signal));
  await vi.waitUntil(() => simulator.log()[0]?.fault === kind, { timeout: 60_000, interval: 5 });
  // A response would arrive before that of a later request.
  expect((await fetch(`${simulator.controlUrl}/health`)).status).toBe(200);
  expect(simulator.log()[0]).toMatchObject({ method: 'POST', status: null });
  expect(target.decisions()).toBe(done);
  giveUp.abort();
  expect(await asking).toBe('AbortError');
});

test.each([
  ['reset-before', 'ECONNRESET', 0],
  ['reset-after', 'ECONNRESET', 1],
  ['error-500', 'answered 500', 0],
  ['html-503', 'answered 503', 0],
  ['rate-limited', 'answered 429', 0],
] as const)('%s is seen as %s, and the work was done %s times', async (kind, seen, done) => {
  const target = newImport();
  setOnlyFault({ kind });
  expect(await describeOutcome(target.accept())).toMatch(new RegExp(`${seen}|UND_ERR_SOCKET`));
  expect(target.decisions()).toBe(done);
  expect(simulator.log()[0]).toMatchObject({ method: 'POST', fault: kind });
});

test('latencies add up and the response is correct', async () => {
  simulator.setFaults([{ effect: { kind: 'latency', ms: 60 } }, { effect: { kind: 'latency', ms: 60 } }]);
  const startMs = performance.now();
  expect((await request('/tools')).status).toBe(200);
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(115);
});

test('a 503 is an HTML page', async () => {
  setOnlyFault({ kind: 'html-503' });
  const response = await request('/tools');
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(await response.text()).toContain('<h1>503');
});

test('429 has the given Retry-After or none', async () => {
  setOnlyFault({ kind: 'rate-limited' });
  expect((await request('/tools')).headers.get('retry-after')).toBeNull();
  setOnlyFault({ kind: 'rate-limited', retryAfter: 7 });
  expect((await request('/tools')).headers.get('retry-after')).toBe('7');
});

test('a truncated response has half of its body; a clean one has a matching length', async () => {
  const whole = await (await request('/tools')).text();
  setOnlyFault({ kind: 'truncated' });
  const response = await request('/tools');
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
  setOnlyFault({ kind: 'truncated', clean: true });
  const half = await (await request('/tools')).text();
  expect(half).toBe(whole.slice(0, Math.floor(whole.length / 2)));
});

test('a truncated accept has been carried out', async () => {
  const target = newImport();
  setOnlyFault({ kind: 'truncated' });
  expect(await describeOutcome(target.accept())).not.toBe('answered 200');
  expect(target.decisions()).toBe(1);
});

test('wrong-types keeps names and changes every value', async () => {
  const { id } = newImport();
  setOnlyFault({ kind: 'wrong-types' });
  const json: unknown = await (await request(`/imports/${id}`)).json();
  expect(json).toMatchObject({ id: [Number(id)], status: { text: ['Sample migration completed'] } });
});

test('a huge response is ten megabytes of valid JSON', async () => {
  setOnlyFault({ kind: 'huge' });
  const text = await (await request('/tools')).text();
  expect(text.length).toBeGreaterThan(10_000_000);
  expect(Array.isArray(JSON.parse(text))).toBe(true);
});

test('a rule can define the whole response', async () => {
  setOnlyFault({ kind: 'answer', status: 302, headers: { location: 'http://elsewhere.example/' } });
  const authorization = `Basic ${Buffer.from(`${simulator.token}:X`).toString('base64')}`;
  const response = await fetch(`${simulator.url}/tools`, { redirect: 'manual', headers: { authorization } });
  expect([response.status, response.headers.get('location')]).toEqual([302, 'http://elsewhere.example/']);
});

test('a rule applies only to matching requests and only `times` times', async () => {
  setOnlyFault({ kind: 'error-500' }, { method: 'POST', path: '/imports/*/payment/accept', base: 'live', times: 1 });
  const { id, accept } = newImport();
  expect((await request(`/imports/${id}`)).status).toBe(200);
  expect((await request(`/imports/${id}/payment/reject`, 'POST')).status).toBe(200);
  expect((await request(`/imports/${id}/payment/accept`, 'POST', simulator.sandboxUrl)).status).toBe(200);
  expect((await accept()).status).toBe(500);
  expect((await accept()).status).toBe(200);
  expect(simulator.faultRules()).toEqual([]);
});

test('a rule applies with its probability', async () => {
  setOnlyFault({ kind: 'error-500' }, { probability: 0.5 });
  const answers = await Promise.all(Array.from({ length: 60 }, () => request('/tools')));
  const struck = answers.filter(({ status }) => status === 500).length;
  expect(struck).toBeGreaterThan(12);
  expect(struck).toBeLessThan(48);
});

test('a rule can match one customer, and adding another keeps its count', async () => {
  simulator.setFaults([{ match: { text: 'one@acme.example', times: 2 }, effect: { kind: 'error-500' } }]);
  const list = (name: string) => request(`/imports?destination_username=${encodeURIComponent(name)}`);
  expect((await list('other@acme.example')).status).toBe(200);
  expect((await list('one@acme.example')).status).toBe(500);
  simulator.addFaults([{ match: { text: 'third@acme.example' }, effect: { kind: 'html-503' } }]);
  expect((await list('third@acme.example')).status).toBe(503);
  expect((await list('one@acme.example')).status).toBe(500);
  expect((await list('one@acme.example')).status).toBe(200);
});
