import { dehydrate, QueryClient } from '@tanstack/react-query';

/**
 * Puts what a page has read into the queries of its first render. As text, because React would serialise and parse every
 * value of an object by itself.
 */
export function dehydrateQueries(fill: (client: QueryClient) => void): string {
  const client = new QueryClient();
  fill(client);
  return JSON.stringify(dehydrate(client));
}
