'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { encodeImportId } from '../contract/import-id';
import { importDetailSchema, type ImportDetail } from '../contract/imports';
import { ask } from './ask';
import { queryKeys } from './query-keys';

const path = (id: string) => `/api/imports/${encodeImportId(id)}`;

export function useImport(environment: Environment, id: string, initial?: ImportDetail) {
  return useQuery({
    queryKey: queryKeys.import(environment, id),
    queryFn: ({ signal }) => ask(path(id), { schema: importDetailSchema, environment, signal, background: true }),
    ...(initial === undefined ? {} : { initialData: initial }),
  });
}

/** "Look again": asks the service first, and answers from the record when it cannot be asked. */
export function useFreshImport(environment: Environment, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(`${path(id)}?fresh=1`, { schema: importDetailSchema, environment }),
    onSuccess: (detail) => client.setQueryData(queryKeys.import(environment, id), detail),
  });
}
