import { useMutation, useQuery } from '@tanstack/react-query';
import type { WarningRulesVersion } from '../contract/warning-rules';
import { anyEnvironment as environment, apiFetch } from './api-fetch';
import { keys } from './keys';

export function useSaveWarningRules() {
  return useMutation({
    mutationFn: (body: { rules: WarningRulesVersion['rules']; basedOn: number }) =>
      apiFetch('/api/warning-rules', { schema: 'warningRulesVersionSchema', environment, method: 'PUT', body }),
  });
}

export const useSeenWarnings = () =>
  useQuery({
    queryKey: keys.seenWarnings(),
    queryFn: ({ signal }) => apiFetch('/api/warning-rules/seen', { schema: 'seenWarningsSchema', environment, signal }),
  });
