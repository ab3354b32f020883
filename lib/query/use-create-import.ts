'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { createImportResponseSchema } from '../contract/imports';
import { apiFetch } from './api-fetch';
import { queryKeys } from './query-keys';

interface ImportDraft {
  family: string;
  tool: string;
  username: string;
  instanceUrl: string;
  token: string;
  startFull: boolean;
  reason: string;
  overrideBudget: boolean;
  /** Empty, or the lost attempt that this one replaces. */
  replaces: string;
}

/** Omits blank optional fields, because an empty text is not the same as none. */
export function useCreateImport(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ attempt, draft }: { attempt: string; draft: ImportDraft }) =>
      apiFetch('/api/imports', {
        schema: createImportResponseSchema,
        environment,
        method: 'POST',
        body: {
          attempt,
          source_tool: draft.tool,
          ...optional('destination_username', draft.username.trim()),
          ...optional('destination_instance_url', draft.instanceUrl.trim()),
          ...optional('destination_token', draft.token),
          ...optional('family', draft.family),
          ...optional('replaces', draft.replaces),
          ...(draft.startFull ? { start_full: true, reason: draft.reason, override_budget: draft.overrideBudget } : {}),
        },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['imports', environment] });
      // This attempt may be lost, or may have replaced a lost one.
      void client.invalidateQueries({ queryKey: queryKeys.attempts(environment), exact: true });
    },
  });
}

function optional(name: string, value: string): Record<string, string> {
  return value === '' ? {} : { [name]: value };
}
