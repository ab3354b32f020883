import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { dialectSchema } from '../dialects/dialect';
import { type Answer, jsonAnswer } from '../http/answer';
import { parseJson, readBody } from '../http/read-body';
import { ruleSchema } from '../weather/rules';
import { webhookSettingsSchema } from '../webhooks/settings';
import { statusSchema } from '../world/import-record';
import type { Simulation } from '../create-simulation';
import { newImportSchema } from './place-import';

/** `/control/...`: hands for tests and demos. Not part of the interface; refused to anybody but this machine. */
export async function answerControl(simulation: Simulation, request: IncomingMessage, url: URL): Promise<Answer> {
  if (!isFromHere(request)) return problem(403, 'The control endpoints answer on this machine only.');
  const bytes = await readBody(request);
  if (bytes === undefined) return problem(400, 'The body is too large.');
  const body = bytes.length === 0 ? ({ ok: true, value: {} } as const) : parseJson(bytes);
  if (!body.ok) return problem(400, 'The body is not JSON.');

  try {
    const [, , resource = '', id, verb] = url.pathname.split('/').map(decodeURIComponent);
    return route(simulation, request.method ?? 'GET', resource, id, verb, body.value);
  } catch (error) {
    if (error instanceof z.ZodError) return problem(400, z.prettifyError(error));
    return problem(400, error instanceof Error ? error.message : String(error));
  }
}

function route(
  simulation: Simulation,
  method: string,
  resource: string,
  id: string | undefined,
  verb: string | undefined,
  body: unknown,
): Answer {
  switch (`${method} ${resource}${id === undefined ? '' : '/:id'}${verb === undefined ? '' : `/${verb}`}`) {
    case 'GET health':
      return jsonAnswer(200, simulation.health());
    case 'GET log':
      return jsonAnswer(200, { requests: simulation.log() });
    case 'DELETE log':
      simulation.clearLog();
      return done;
    case 'GET weather':
      return jsonAnswer(200, { rules: simulation.weather() });
    case 'PUT weather':
      simulation.setWeather(weatherBody.parse(body));
      return done;
    case 'POST weather':
      simulation.addWeather(weatherBody.parse(body));
      return done;
    case 'DELETE weather':
      simulation.setWeather([]);
      return done;
    case 'GET history':
      return jsonAnswer(200, { imports: simulation.history() });
    case 'GET deliveries':
      return jsonAnswer(200, { deliveries: simulation.deliveries() });
    case 'DELETE deliveries':
      simulation.clearDeliveries();
      return done;
    case 'POST imports':
      return jsonAnswer(201, simulation.placeImport(newImportSchema.parse(body)));
    case 'GET imports/:id':
      return jsonAnswer(200, simulation.tell(id ?? ''));
    case 'POST imports/:id/advance':
      return jsonAnswer(200, advance(simulation, id ?? '', advanceBody.parse(body)));
    case 'POST imports/:id/archive':
      return jsonAnswer(200, simulation.remove(id ?? '', 'archived'));
    case 'POST imports/:id/cancel':
      return jsonAnswer(200, simulation.remove(id ?? '', 'cancelled'));
    case 'POST imports/:id/act':
      return jsonAnswer(200, simulation.act(id ?? '', actBody.parse(body).act));
    case 'GET webhooks':
      return jsonAnswer(200, simulation.webhooks());
    case 'PUT webhooks':
      simulation.setWebhooks(webhookSettingsSchema.parse(body));
      return done;
    case 'POST speed':
      simulation.setSpeed(speedBody.parse(body).speed);
      return done;
    case 'POST reset':
      simulation.reset();
      return done;
    case 'GET dialect':
      return jsonAnswer(200, simulation.dialect());
    case 'PUT dialect':
      simulation.setDialect(dialectBody.parse(body));
      return done;
    default:
      return problem(
        404,
        `There is no control endpoint ${method} /control/${resource}; see simulator/control/README.md.`,
      );
  }
}

const done: Answer = jsonAnswer(200, { ok: true });

const weatherBody = z.union([
  z.array(ruleSchema),
  z.strictObject({ rules: z.array(ruleSchema) }).transform(({ rules }) => rules),
  ruleSchema.transform((rule) => [rule]),
]);
const advanceBody = z.strictObject({
  status: statusSchema.optional(),
  warnings: z.number().int().min(0).max(100_000).optional(),
});

function advance(simulation: Simulation, id: string, { status, warnings }: z.infer<typeof advanceBody>) {
  return simulation.advance(id, status, warnings);
}

const actBody = z.strictObject({ act: z.string() });
const speedBody = z.strictObject({ speed: z.number().positive() });
/** A name, or any of the questions answered on top of the dialect in use. */
const dialectBody = z.union([
  z.strictObject({ dialect: z.string() }).transform(({ dialect }) => dialect),
  dialectSchema.partial(),
]);

function problem(status: number, detail: string): Answer {
  return jsonAnswer(status, { error: detail });
}

/** By the socket, not by a header; and not for a page of somebody else that happens to be open in a browser here. */
function isFromHere(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const site = request.headers['sec-fetch-site'] ?? 'none';
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return (
    (address === '::1' || address.startsWith('127.')) &&
    (site === 'none' || site === 'same-origin') &&
    ['localhost', '127.0.0.1', '[::1]'].includes(host)
  );
}
