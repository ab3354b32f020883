import type { ValueOf } from '../contract/base-schemas';
import { environmentHeader, type Environment } from '../contract/environment';
import type { Problem } from '../contract/problem';
import { problemTypePrefix } from '../contract/problem-type';
import { matchesShape } from './matches-shape';
import { askToConfirm } from './reauthentication';
import type * as schemas from './response-schemas';

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }
}

type Schemas = typeof schemas;
type SchemaName = keyof Schemas;
type Answer<Name extends SchemaName> = ValueOf<Schemas[Name]>;

export interface ApiFetchOptions<Name extends SchemaName> extends SendOptions {
  schema: Name;
}

interface SendOptions {
  environment: Environment;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal | undefined;
  background?: boolean;
}

/** For what does not belong to one environment: the header needs one. */
export const anyEnvironment = 'live';

/** The only way to call our API from the browser: adds the environment, checks the response, throws ApiProblem. */
export async function apiFetch<Name extends SchemaName>(
  path: string,
  { schema, ...options }: ApiFetchOptions<Name>,
): Promise<Answer<Name>> {
  const isAnswer = await loadCheck(schema);
  const response = await send(path, options);
  const answer = parseJson(await response.text());
  if (!isAnswer(answer)) throw new Error(`${path} answered something that is not understood`);
  return answer;
}

const loadShapes = () => import('./response-shapes').catch(failToReach);
// Most pages need it soon, but none to become usable.
if (typeof window !== 'undefined') loadShapes().catch(() => {});

/**
 * Loaded before a request, so that a mutation whose answer could not be checked is not sent. The server has parsed its
 * answer with the schema itself; zod would be a tenth of the script that a page loads.
 */
async function loadCheck<Name extends SchemaName>(schema: Name) {
  const { responseShapes } = await loadShapes();
  return (value: unknown): value is Answer<Name> => matchesShape(responseShapes[schema], value);
}

export function apiPost<Name extends SchemaName>(path: string, environment: Environment, schema: Name, body?: unknown) {
  return apiFetch(path, { schema, environment, method: 'POST', body });
}

/** Does not extend the session. */
export function backgroundFetch<Name extends SchemaName>(
  path: string,
  environment: Environment,
  schema: Name,
  signal: AbortSignal,
) {
  return apiFetch(path, { schema, environment, signal, background: true });
}

/** Downloads a file by POST, because the selection does not fit into a URL. */
export async function fetchFile(path: string, options: { environment: Environment; body: unknown }): Promise<Blob> {
  return (await send(path, { ...options, method: 'POST' })).blob();
}

const confirmFirst = `${problemTypePrefix}reauthentication_required`;

/** A request that needs a recent proof of identity is repeated as it was, once the person has confirmed. */
async function send(path: string, options: SendOptions): Promise<Response> {
  try {
    return await sendOnce(path, options);
  } catch (error) {
    const needsProof = error instanceof ApiProblem && error.problem.type === confirmFirst;
    if (!needsProof || !(await askToConfirm())) throw error;
    return sendOnce(path, options);
  }
}

async function sendOnce(path: string, options: SendOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', [environmentHeader]: options.environment };
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (options.background) headers['x-landfall-background'] = '1';
  const response = await fetch(path, {
    method: options.method ?? 'GET',
    headers,
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    credentials: 'same-origin',
    cache: 'no-store',
  }).catch(failToReach);
  if (!response.ok) {
    const isProblem = await loadCheck('problemSchema');
    const problem = parseJson(await response.text());
    const requestId = response.headers.get('x-request-id') ?? '';
    throw new ApiProblem(
      isProblem(problem)
        ? problem
        : { ...localProblem(response.status, 'Something went wrong', response.statusText), requestId },
    );
  }
  return response;
}

function failToReach(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiProblem(localProblem(0, 'Landfall cannot be reached', 'Check your connection and try again.'));
}

function localProblem(status: number, title: string, detail: string): Problem {
  return { type: 'about:blank', title, status, detail, errors: [], requestId: '' };
}

/** Undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
