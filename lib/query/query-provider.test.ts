import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from './query-provider';

afterEach(() => onlineManager.setOnline(true));

it('fails offline at once instead of sending later', async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient();
  const fail = () => Promise.reject(new Error('offline'));
  const accept = client.getMutationCache().build(client, { mutationFn: fail });
  accept.execute(undefined).catch(() => undefined);
  void client.prefetchQuery({ queryKey: ['lookup'], queryFn: fail });
  await expect.poll(() => accept.state.status).toBe('error');
  expect(client.getQueryState(['lookup'])).toMatchObject({ status: 'error', fetchStatus: 'idle' });
  onlineManager.setOnline(true);
  expect(client.defaultQueryOptions({ queryKey: ['lookup'] }).refetchOnReconnect).toBe(true);
});
