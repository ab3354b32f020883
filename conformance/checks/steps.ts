import type { ApiResponse } from '../create-api-client';
import { type CheckContext, createdId, expectStatus } from '../create-check-context';
import type { ControlClient } from '../create-control-client';
import { isRecord, readId, readImport, readList, readStatus } from '../read-response';
import { expect } from '../expect';

export async function createImport(context: CheckContext, more: { start_full?: boolean } = {}): Promise<string> {
  const { name } = await context.tools();
  return createdId(await context.live.post('/imports', { source_tool: name, ...more }));
}

export async function authorizeBoth(control: ControlClient, id: string): Promise<void> {
  await control.performAction(id, 'authorize-source');
  await control.performAction(id, 'authorize-destination');
}

export const importPath = (id: string): string => `/imports/${encodeURIComponent(id)}`;
export const listPath = (username: string): string => `/imports?destination_username=${encodeURIComponent(username)}`;

export async function fetchImport(context: CheckContext, id: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await context.live.request(importPath(id));
  expectStatus(response, 200);
  const fields = readImport(response.json);
  expect(fields !== undefined, `${response.requestLine} returns no identifier: ${response.text.slice(0, 160)}`);
  return fields;
}

export function parseImportList(response: ApiResponse): { id: string | undefined; status: string | undefined }[] {
  expectStatus(response, 200);
  const list = readList(response.json);
  expect(list !== undefined, `${response.requestLine} is not a list: ${response.text.slice(0, 160)}`);
  return list.map((entry) =>
    isRecord(entry) ? { id: readId(entry), status: readStatus(entry) } : { id: undefined, status: undefined },
  );
}

export const endpoints: readonly (readonly [method: 'GET' | 'POST', path: (id: string) => string])[] = [
  ['GET', () => '/tools'],
  ['POST', () => '/imports'],
  ['GET', () => listPath('unknown@customer.example')],
  ['GET', importPath],
  ['POST', (id) => `${importPath(id)}/payment/accept`],
  ['POST', (id) => `${importPath(id)}/payment/reject`],
];
