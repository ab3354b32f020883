import type { Environment } from './environment';
import {
  decisionSummaries,
  goneFilters,
  importSorts,
  isDayRange,
  reachedSteps,
  sortDirections,
  warningFilters,
} from './import-filters';
import type { ImportListQuery } from './imports';
import { maxTags, normaliseTags } from './tag-rules';

export type ListView = Omit<ImportListQuery, 'cursor' | 'limit'>;

const listParams = ['status', 'tool', 'family', 'decision', 'createdBy', 'tag'] as const;

/** Ignores invalid values, so that old links still open the list. A search includes gone imports by default. */
export function parseListView(params: URLSearchParams): ListView {
  const texts = (name: string, maxLength: number) =>
    [...new Set(params.getAll(name))].filter((value) => value !== '' && value.length <= maxLength).slice(0, 50);
  const oneOf = <T extends string>(options: readonly T[], value: string | null) =>
    options.find((option) => option === value);
  const days = (name: string) => params.getAll(name).find(isDayRange);
  const q = (params.get('q') ?? '').trim().slice(0, 1000);
  return {
    status: texts('status', 500),
    tool: texts('tool', 500),
    family: texts('family', 200),
    createdBy: texts('createdBy', 300),
    tag: normaliseTags(texts('tag', 200)).slice(0, maxTags),
    decision: texts('decision', 20).flatMap((value) => oneOf(decisionSummaries, value) ?? []),
    warnings: oneOf(warningFilters, params.get('warnings')) ?? 'any',
    gone: oneOf(goneFilters, params.get('gone') ?? (q === '' ? 'hide' : 'show')) ?? 'hide',
    stuck: ['1', 'true', 'on'].includes(params.get('stuck') ?? ''),
    created: days('created'),
    completed: days('completed'),
    reached: oneOf(reachedSteps, params.get('reached')),
    q,
    sort: oneOf(importSorts, params.get('sort')) ?? 'seen',
    direction: oneOf(sortDirections, params.get('direction')) ?? 'desc',
  };
}

export const defaultListView = parseListView(new URLSearchParams());

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
