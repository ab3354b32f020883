import { Children, isValidElement, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConnectionView } from '@/components/settings/connection-view';
import { saveConnection } from '@/lib/connection/save-connection';
import { systemCaller } from '@/lib/contract/caller';
import ConnectionPage from './(staff)/settings/connection/page';
import { openPage } from './testing/open-page';
import { openTestApp } from './testing/open-test-app';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp({ SERVICE_URL: '', SERVICE_TOKEN: '' });
});
afterAll(() => app?.close());

async function readView() {
  const page = await openPage('/settings/connection', app.cookie, () =>
    ConnectionPage({ searchParams: Promise.resolve({}) }),
  );
  const parts = isValidElement<{ children: ReactNode }>(page) ? Children.toArray(page.props.children) : [];
  const view = parts.find(
    (part): part is ReactElement<ComponentProps<typeof ConnectionView>> =>
      isValidElement(part) && part.type === ConnectionView,
  );
  if (!view) throw new Error('the page has no view');
  // React keeps what “Check now” found as long as the key stays.
  return { key: view.key, connection: view.props.initial };
}

const service = { url: 'https://service.example/api/v2.1', token: 'a token of the service' };

test('what “Check now” found is no longer shown once the connection was changed', async () => {
  const { key } = await readView();
  expect((await readView()).key).toBe(key);
  await saveConnection(app.landfall, { caller: systemCaller, body: { basedOn: 0, service } });
  expect((await readView()).key).not.toBe(key);
});

test('shows at once what was saved on another instance', async () => {
  const elsewhere = { ...app.landfall, connection: { refresh: async () => undefined } };
  const url = 'https://other.example/api/v2.1';
  await saveConnection(elsewhere, { caller: systemCaller, body: { basedOn: 1, service: { ...service, url } } });
  const { connection } = await readView();
  expect(connection.environments.map(({ address }) => address)).toEqual([url, 'https://other.example/api/sandbox']);
});
