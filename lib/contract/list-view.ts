import type { Environment } from './environment';
import { importExportQuerySchema, type ImportListQuery } from './imports';

export type ListView = Omit<ImportListQuery, 'cursor' | 'limit'>;

const listParams = ['status', 'tool', 'family', 'decision', 'createdBy'] as const;
const singleParams = ['warnings', 'sort', 'direction', 'created', 'completed', 'reached'] as const;

export const defaultListView: ListView = importExportQuerySchema.parse({});

/** Ignores invalid values, so that old links still open the list. A search includes gone imports by default. */
export function parseListView(params: URLSearchParams): ListView {
  const { shape } = importExportQuerySchema;
  const given: Record<string, unknown> = {};
  for (const name of listParams) {
    const values = params.getAll(name).filter((value) => value !== '');
    const fitting = values.flatMap((value) => {
      const parsed = shape[name].safeParse([value]);
      return parsed.success ? parsed.data : [];
    });
    given[name] = [...new Set(fitting)].slice(0, name === 'decision' ? 20 : 50);
  }
  for (const name of singleParams) {
    const parsed = shape[name].safeParse(params.get(name) ?? undefined);
    if (parsed.success && parsed.data !== undefined) given[name] = parsed.data;
  }
  const q = (params.get('q') ?? '').trim().slice(0, 1000);
  const gone = shape.gone.safeParse(params.get('gone') ?? (q === '' ? 'hide' : 'show'));
  return {
    ...defaultListView,
    ...importExportQuerySchema.parse(given),
    q,
    gone: gone.success ? gone.data : 'hide',
    stuck: ['1', 'true', 'on'].includes(params.get('stuck') ?? ''),
  };
}

/** Equal views give equal text; defaults are omitted. */
export function toListQuery(view: ListView): string {
  const params = new URLSearchParams();
  if (view.q !== '') params.set('q', view.q);
  for (const name of listParams) for (const value of [...view[name]].sort()) params.append(name, value);
  if (view.warnings !== 'any') params.set('warnings', view.warnings);
  if (view.created !== undefined) params.set('created', view.created);
  if (view.completed !== undefined) params.set('completed', view.completed);
  if (view.reached !== undefined) params.set('reached', view.reached);
  if (view.stuck) params.set('stuck', '1');
  if (view.gone !== (view.q === '' ? 'hide' : 'show')) params.set('gone', view.gone);
  if (view.sort !== defaultListView.sort) params.set('sort', view.sort);
  if (view.direction !== defaultListView.direction) params.set('direction', view.direction);
  return params.toString();
}

export function listHref(view: ListView, environment: Environment): string {
  const query = toListQuery(view);
  const whole = [query, environment === 'live' ? '' : `env=${environment}`].filter((part) => part !== '').join('&');
  return whole === '' ? '/imports' : `/imports?${whole}`;
}

/** For the API, which hides gone imports by default. */
export function toApiListQuery(view: ListView): string {
  const params = new URLSearchParams(toListQuery(view));
  params.set('gone', view.gone);
  return params.toString();
}
