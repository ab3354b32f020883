import { dehydrate, QueryClient } from '@tanstack/react-query';

/** Puts what a page has read into the queries of its first render. */
export function dehydrateQueries(fill: (client: QueryClient) => void) {
  const client = new QueryClient();
  fill(client);
  return dehydrate(client);
}
