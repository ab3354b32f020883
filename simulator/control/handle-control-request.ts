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
    return route(simulation, request.method ?? 'GET', resource, id, operation, body.value);
  } catch (error) {
    if (error instanceof z.ZodError) return errorResponse(400, z.prettifyError(error));
    return errorResponse(400, error instanceof Error ? error.message : String(error));
  }
}

function route(
  simulation: Simulation,
  method: string,
  resource: string,
  id: string | undefined,
  operation: string | undefined,
  body: unknown,
): HttpResponse {
  switch (`${method} ${resource}${id === undefined ? '' : '/:id'}${operation === undefined ? '' : `/${operation}`}`) {
    case 'GET health':
      return jsonResponse(200, simulation.health());
    case 'GET log':
      return jsonResponse(200, { requests: simulation.log() });
    case 'DELETE log':
      simulation.clearLog();
      return okResponse;
    case 'GET faults':
      return jsonResponse(200, { rules: simulation.faultRules() });
    case 'PUT faults':
      simulation.setFaults(faultRulesBody.parse(body));
      return okResponse;
    case 'POST faults':
      simulation.addFaults(faultRulesBody.parse(body));
      return okResponse;
    case 'DELETE faults':
      simulation.setFaults([]);
      return okResponse;
    case 'GET history':
      return jsonResponse(200, { imports: simulation.history() });
    case 'GET deliveries':
      return jsonResponse(200, { deliveries: simulation.deliveries() });
    case 'DELETE deliveries':
      simulation.clearDeliveries();
      return okResponse;
    case 'POST imports':
      return jsonResponse(201, simulation.placeImport(placeImportSchema.parse(body)));
    case 'GET imports/:id':
      return jsonResponse(200, simulation.getImport(id ?? ''));
    case 'POST imports/:id/advance':
      return jsonResponse(200, advance(simulation, id ?? '', body));
    case 'POST imports/:id/archive':
      return jsonResponse(200, simulation.remove(id ?? '', 'archived'));
    case 'POST imports/:id/cancel':
      return jsonResponse(200, simulation.remove(id ?? '', 'cancelled'));
    case 'POST imports/:id/action':
      return jsonResponse(200, simulation.performAction(id ?? '', actionBody.parse(body).action));
    case 'GET webhooks':
      return jsonResponse(200, simulation.webhooks());
    case 'PUT webhooks':
      simulation.setWebhooks(webhookSettingsSchema.parse(body));
      return okResponse;
    case 'POST speed':
      simulation.setSpeed(speedBody.parse(body).speed);
      return okResponse;
    case 'POST reset':
      simulation.reset();
      return okResponse;
    case 'GET dialect':
      return jsonResponse(200, simulation.dialect());
    case 'PUT dialect':
      simulation.setDialect(dialectBody.parse(body));
      return okResponse;
    default:
      return errorResponse(
        404,
        `There is no control endpoint ${method} /control/${resource}; see simulator/control/README.md.`,
      );
  }
}

const okResponse: HttpResponse = jsonResponse(200, { ok: true });

const faultRulesBody = z.union([
  z.array(faultRuleSchema),
  z.strictObject({ rules: z.array(faultRuleSchema) }).transform(({ rules }) => rules),
  faultRuleSchema.transform((rule) => [rule]),
]);
const advanceBody = z.strictObject({
  status: statusSchema.optional(),
  warnings: z.number().int().min(0).max(100_000).optional(),
});

function advance(simulation: Simulation, id: string, body: unknown) {
  const { status, warnings } = advanceBody.parse(body);
  return simulation.advance(id, status, warnings);
}

const actionBody = z.strictObject({ action: z.string() });
const speedBody = z.strictObject({ speed: z.number().positive() });
/** A name, or properties to change in the current dialect. */
const dialectBody = z.union([
  z.strictObject({ dialect: z.string() }).transform(({ dialect }) => dialect),
  dialectSchema.partial(),
]);

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
