import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { apiDocument } from '@/lib/openapi/api-document';
import { ApiReference } from './api-reference';
import { curlExample } from './curl-example';

const origin = 'https://landfall.company.example';

describe('the API reference', () => {
  const html = renderToStaticMarkup(<ApiReference document={apiDocument} origin={origin} />);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

  it('has every operation, and every object that one contains', () => {
    const operations = Object.values(apiDocument.paths).flatMap((methods) => Object.values(methods));
    expect(ids).toEqual(expect.arrayContaining(operations.map(({ operationId }) => operationId)));
    for (const [name, { properties = {} }] of Object.entries(apiDocument.components.schemas))
      for (const field of Object.keys(properties)) expect(html, name).toContain(`>${field}</code>`);
  });

  it('has a target for every link, once', () => {
    const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('fills parameters and body into the example', () => {
    const exampleOf = (path: string, method: 'get' | 'post') => {
      const operation = apiDocument.paths[path]?.[method];
      return operation && curlExample({ origin, method, path, operation });
    };
    expect(exampleOf('/api/imports', 'get')).toBe(
      `curl '${origin}/api/imports?status=Sample%20migration%20completed&limit=50' \\
  -H "Authorization: Bearer $KEY"`,
    );
    expect(exampleOf('/api/imports/{id}/request', 'post')).toBe(
      `curl -X POST '${origin}/api/imports/417/request' \\
  -H "Authorization: Bearer $KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H 'Content-Type: application/json' \\
  -d '{"message":"The sample looks good."}'`,
    );
  });
});
