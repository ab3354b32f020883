import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { webhookPayloadSchema } from '../contract/webhook-payload';
import { errorTable } from '../core/errors';
import { signStandardWebhook } from '../core/standard-webhooks';
import { checkRequestLine } from '../../scripts/server/check-request-line.mjs';
import { routeMatrix } from '../http/access-matrix';
import { apiDocument, type SchemaObject } from './api-document';
import { makeDocument } from './make-document';

const source = readFileSync('lib/openapi/openapi.json', 'utf8');
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('the OpenAPI document', () => {
  it('is the one of the schemas, the access matrix and package.json (npm run openapi)', () => {
    expect(`${JSON.stringify(makeDocument(version), null, 2)}\n`).toBe(source);
  });

  it('has no finding of the linter', async () => {
    expect(await lint(source)).toEqual([]);
  });

  it('would have findings with wrong examples', async () => {
    const path = '/api/imports/{id}/request';
    const small = JSON.stringify({ ...apiDocument, paths: { [path]: apiDocument.paths[path] } });
    const wrong = small.replace('"added":true', '"added":"yes"').replace('"example":"417"', '"example":417');
    const found = (await lint(wrong)).filter((finding) => !finding.startsWith('no-unused-components'));
    expect(found.map((finding) => finding.split(':')[0])).toEqual([
      'no-invalid-parameter-examples',
      'no-invalid-media-type-examples',
    ]);
  });

  it('has every route with a scope, and no other', () => {
    const documented = Object.entries(apiDocument.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { security }]) => `${method.toUpperCase()} ${path} ${security.map(({ apiKey }) => apiKey).join()}`,
      ),
    );
    const scoped = Object.values(routeMatrix).flatMap((row) =>
      'scope' in row ? [`${row.method} ${row.path.replace(/\[(\w+)\]/g, '{$1}')} ${row.scope}`] : [],
    );
    expect(documented.toSorted()).toEqual(scoped.toSorted());
  });

  it('describes the webhooks that we send, with the headers that sign them', () => {
    const { parameters = [], requestBody } = apiDocument.webhooks['notification']?.post ?? {};
    const signed = signStandardWebhook('{}', { id: '1', at: new Date(), secrets: [] });
    expect(parameters.map(({ name }) => name)).toEqual(Object.keys(signed));
    const { schema, example } = requestBody?.content['application/json'] ?? {};
    expect(schema?.anyOf?.map(({ $ref }) => $ref?.split('/').at(-1))).toEqual(['WebhookEvent', 'WebhookDigest']);
    expect(webhookPayloadSchema.parse(example).type).toBe('request.waiting');
  });

  it('has every error that a call with a key can get', () => {
    const forSessions = ['reauthentication_required', 'passkey_required'];
    const described = Object.values(apiDocument.components.responses).map(({ description }) => description);
    const all = [...described, apiDocument.info.description].join(' ');
    const codes = ['method_not_allowed', ...Object.keys(errorTable).filter((code) => !forSessions.includes(code))];
    expect(codes.filter((code) => !all.includes(`\`${code}\``))).toEqual([]);
    const sent = ['%00', 'a'.repeat(8192)].map((q) => ({ method: 'GET', url: `/api/imports?q=${q}` }));
    expect(sent.map((request) => checkRequestLine(request)?.status)).toEqual([400, 414]);
    expect(apiDocument.info.description).toContain(' 414 ');
    for (const { responses } of Object.values(apiDocument.paths).flatMap((methods) => Object.values(methods)))
      expect(Object.keys(responses)).toContain('400');
  });

  it.each(Object.entries(apiDocument.components.schemas))('names and describes every object in %s', (_, schema) => {
    for (const field of Object.values(schema.properties ?? {})) {
      expect(field.description).toMatch(/^.+\.$/);
      expect(isInlineObject(field)).toBe(false);
    }
  });
});

async function lint(document: string): Promise<string[]> {
  const rules = { 'no-invalid-parameter-examples': 'error' } as const;
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: document, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}

function isInlineObject(schema: SchemaObject): boolean {
  const inside = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return schema.properties !== undefined || inside.some(isInlineObject);
}
