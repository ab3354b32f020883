import { queryOptions } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { backgroundFetch } from './api-fetch';
import { keys } from './keys';

/** Apart from the hook, which the server cannot import because it has a state. */
export const customerOptions = (environment: Environment, username: string, imports: number) =>
  queryOptions({
    queryKey: keys.customer(environment, username, imports),
    queryFn: ({ signal }) =>
      backgroundFetch(
        `/api/customers?${new URLSearchParams({ username, imports: String(imports) }).toString()}`,
        environment,
        'customerSchema',
        signal,
      ),
  });
