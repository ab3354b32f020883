import type { Answer } from '../create-asker';
import { type Bench, expectStatus } from '../create-bench';
import type { Hands } from '../create-hands';
import { isFields, readId, readImport, readList, readStatus } from '../read-answer';
import { expect } from '../verdict';

/** Steps that several sections take. */

export async function authorizeBoth(hands: Hands, id: string): Promise<void> {
  await hands.act(id, 'authorize-source');
  await hands.act(id, 'authorize-destination');
}

export const importPath = (id: string): string => `/imports/${encodeURIComponent(id)}`;
export const listPath = (username: string): string => `/imports?destination_username=${encodeURIComponent(username)}`;

export async function readShownImport(bench: Bench, id: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await bench.live.ask(importPath(id));
  expectStatus(answer, 200);
  const fields = readImport(answer.json);
  expect(fields !== undefined, `${answer.asked} tells no identifier: ${answer.text.slice(0, 160)}`);
  return fields;
}

export interface ListedImport {
  id: string | undefined;
  status: string | undefined;
}

export function readListed(answer: Answer): ListedImport[] {
  expectStatus(answer, 200);
  const list = readList(answer.json);
  expect(list !== undefined, `${answer.asked} is not a list: ${answer.text.slice(0, 160)}`);
  return list.map((entry) =>
    isFields(entry) ? { id: readId(entry), status: readStatus(entry) } : { id: undefined, status: undefined },
  );
}

/** The six endpoints of section 4, each as it is asked with an import that need not exist. */
export const endpoints: readonly (readonly [method: 'GET' | 'POST', path: (id: string) => string])[] = [
  ['GET', () => '/tools'],
  ['POST', () => '/imports'],
  ['GET', () => listPath('nobody@customer.example')],
  ['GET', importPath],
  ['POST', (id) => `${importPath(id)}/payment/accept`],
  ['POST', (id) => `${importPath(id)}/payment/reject`],
];
