import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { dialectSchema } from '../dialects/dialect';
import { type HttpResponse, jsonResponse } from '../http/http-response';
import { parseJson, readBody } from '../http/read-body';
import { faultRuleSchema } from '../faults/fault-rules';
import { webhookSettingsSchema } from '../webhooks/webhook-settings';
import { statusSchema } from '../world/import-record';
import type { Simulation } from '../create-simulation';
import { placeImportSchema } from './place-import';

/** `/control/...`, for tests and demos on this machine. Not part of the interface. */
export async function handleControlRequest(
  simulation: Simulation,
  request: IncomingMessage,
  url: URL,
): Promise<HttpResponse> {
  if (!isLocalRequest(request)) return errorResponse(403, 'The control endpoints answer on this machine only.');
  const bytes = await readBody(request);
  if (bytes === undefined) return errorResponse(400, 'The body is too large.');
  const body = bytes.length === 0 ? ({ ok: true, value: {} } as const) : parseJson(bytes);
  if (!body.ok) return errorResponse(400, 'The body is not JSON.');

  try {
    const [, , resource = '', id, operation] = url.pathname.split('/').map(decodeURIComponent);
    const method = request.method ?? 'GET';
    const name = [`${method} ${resource}`, ...(id === undefined ? [] : [':id']), ...(operation ? [operation] : [])];
    const handle = routes[name.join('/')];
    if (handle === undefined) {
      const detail = `There is no control endpoint ${method} /control/${resource}; see simulator/control/README.md.`;
      return errorResponse(404, detail);
    }
    const result = handle(simulation, body.value, id ?? '', url.searchParams);
    return jsonResponse(handle === placeImport ? 201 : 200, result ?? { ok: true });
  } catch (error) {
    if (error instanceof z.ZodError) return errorResponse(400, z.prettifyError(error));
    return errorResponse(400, error instanceof Error ? error.message : String(error));
  }
}

const faultRulesBody = z.union([
  z.array(faultRuleSchema),
  z.strictObject({ rules: z.array(faultRuleSchema) }).transform(({ rules }) => rules),
  faultRuleSchema.transform((rule) => [rule]),
]);
const advanceBody = z.strictObject({
  status: statusSchema.optional(),
  warnings: z.number().int().min(0).max(100_000).optional(),
});
const createdAfterParam = z.coerce.number().optional();
const actionBody = z.strictObject({ action: z.string() });
const speedBody = z.strictObject({ speed: z.number().positive() });
const dialectBody = z.union([
  z.strictObject({ dialect: z.string() }).transform(({ dialect }) => dialect),
  dialectSchema.partial(),
]);

/** Without a result the response is `{ ok: true }`. */
type Handler = (simulation: Simulation, body: unknown, id: string, query: URLSearchParams) => unknown;

const placeImport: Handler = (simulation, body) => simulation.placeImport(placeImportSchema.parse(body));

const routes: Readonly<Record<string, Handler>> = {
  'GET health': (simulation) => simulation.health(),
  'GET log': (simulation) => ({ requests: simulation.log() }),
  'DELETE log': (simulation) => simulation.clearLog(),
  'GET faults': (simulation) => ({ rules: simulation.faultRules() }),
  'PUT faults': (simulation, body) => simulation.setFaults(faultRulesBody.parse(body)),
  'POST faults': (simulation, body) => simulation.addFaults(faultRulesBody.parse(body)),
  'DELETE faults': (simulation) => simulation.setFaults([]),
  'GET history': (simulation, _body, _id, query) => ({
    imports: simulation.history(createdAfterParam.parse(query.get('createdAfter') ?? undefined)),
  }),
  'GET deliveries': (simulation) => ({ deliveries: simulation.deliveries() }),
  'DELETE deliveries': (simulation) => simulation.clearDeliveries(),
  'POST imports': placeImport,
  'GET imports/:id': (simulation, _body, id) => simulation.getImport(id),
  'POST imports/:id/advance': (simulation, body, id) => {
    const { status, warnings } = advanceBody.parse(body);
    return simulation.advance(id, status, warnings);
  },
  'POST imports/:id/archive': (simulation, _body, id) => simulation.remove(id, 'archived'),
  'POST imports/:id/cancel': (simulation, _body, id) => simulation.remove(id, 'cancelled'),
  'POST imports/:id/action': (simulation, body, id) => simulation.performAction(id, actionBody.parse(body).action),
  'GET webhooks': (simulation) => simulation.webhooks(),
  'PUT webhooks': (simulation, body) => simulation.setWebhooks(webhookSettingsSchema.parse(body)),
  'POST speed': (simulation, body) => simulation.setSpeed(speedBody.parse(body).speed),
  'POST reset': (simulation) => simulation.reset(),
  'GET dialect': (simulation) => simulation.dialect(),
  'PUT dialect': (simulation, body) => simulation.setDialect(dialectBody.parse(body)),
};

function errorResponse(status: number, detail: string): HttpResponse {
  return jsonResponse(status, { error: detail });
}

/** Checks the socket, and rejects requests that other websites send through a local browser. */
function isLocalRequest(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const site = request.headers['sec-fetch-site'] ?? 'none';
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return (
    (address === '::1' || address.startsWith('127.')) &&
    (site === 'none' || site === 'same-origin') &&
    ['localhost', '127.0.0.1', '[::1]'].includes(host)
  );
}
