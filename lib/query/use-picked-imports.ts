'use client';

import { useMutation } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { refreshAnswerSchema } from '../contract/imports';
import { ask, askForFile } from './ask';

/** What can be done with several imports at once. */
export function usePickedImports(environment: Environment) {
  const refresh = useMutation({
    mutationFn: (ids: readonly string[]) =>
      ask('/api/import-refresh', { schema: refreshAnswerSchema, environment, method: 'POST', body: { ids } }),
  });
  const exportCsv = useMutation({
    mutationFn: (ids: readonly string[]) => askForFile('/api/import-export', { environment, body: { ids } }),
  });
  return { refresh, exportCsv };
}
