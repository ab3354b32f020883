import { describe, expect, it } from 'vitest';
import { type Operation, operations } from '@/lib/openapi/operations';
import { loadRoutes } from './testing/load-routes';

describe('the OpenAPI document', async () => {
  const routes = await loadRoutes();

  it.each(Object.entries<Operation>(operations))('describes the schemas of the route %s', (id, operation) => {
    const { spec } = [...routes.values()].find((route) => route.spec.id === id) ?? {};
    for (const part of ['params', 'query', 'body', 'response'] as const)
      expect(spec?.[part] === operation[part], part).toBe(true);
  });
});
