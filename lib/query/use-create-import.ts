'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import type { CreateImportResponse } from '../contract/imports';
import type { Language } from '../contract/languages';
import { isMailAddress } from '../contract/mail-address';
import { apiFetch, apiPost, backgroundFetch } from './api-fetch';
import { keys } from './keys';

interface ImportDraft {
  family: string;
  tool: string;
  username: string;
  instanceUrl: string;
  contactEmail: string;
  language: Language;
  token: string;
  startFull: boolean;
  reason: string;
  replaces: string;
}

/** Omits blank optional fields, because an empty text is not the same as none. */
export function useCreateImport(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ attempt, draft }: { attempt: string; draft: ImportDraft }) =>
      apiFetch('/api/imports', {
        schema: 'createImportResponseSchema',
        environment,
        method: 'POST',
        body: {
          attempt,
          source_tool: draft.tool,
          ...optional('destination_username', draft.username.trim()),
          ...optional('destination_instance_url', draft.instanceUrl.trim()),
          // Entered before the username became one.
          ...optional('contact_email', isMailAddress(draft.username.trim()) ? '' : draft.contactEmail.trim()),
          // English is also the default, until the customer's page is opened in another language.
          ...optional('language', draft.language === 'en' ? '' : draft.language),
          ...optional('destination_token', draft.token),
          ...optional('family', draft.family),
          ...optional('replaces', draft.replaces),
          ...(draft.startFull ? { start_full: true, reason: draft.reason } : {}),
        },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.importLists(environment) });
      void client.invalidateQueries({ queryKey: keys.importCounts(environment) });
      void client.invalidateQueries({ queryKey: keys.lookups(environment), refetchType: 'none' });
      // This attempt may be lost, or may have replaced a lost one.
      void client.invalidateQueries({ queryKey: keys.attempts(environment), exact: true });
    },
  });
}

function optional(name: string, value: string): Record<string, string> {
  return value === '' ? {} : { [name]: value };
}

const refetchMs = 15_000;

/** The search for lost creations sends no events, so poll. */
export function useLostAttempts(environment: Environment) {
  return useQuery({
    queryKey: keys.attempts(environment),
    queryFn: ({ signal }) => backgroundFetch('/api/attempts', environment, 'lostAttemptsSchema', signal),
    refetchInterval: (query) => ((query.state.data?.attempts.length ?? 0) > 0 ? refetchMs : false),
  });
}

export function useAttempt(environment: Environment, id: string, known?: CreateImportResponse) {
  return useQuery({
    queryKey: keys.attempt(environment, id),
    queryFn: ({ signal }) => backgroundFetch(`/api/attempts/${id}`, environment, 'createImportResponseSchema', signal),
    ...(known === undefined ? {} : { initialData: known }),
    enabled: id !== '',
    // May contain a redirect URL: do not keep it in memory.
    gcTime: 0,
    staleTime: refetchMs,
    refetchOnWindowFocus: false,
    refetchInterval: (query) => (query.state.data?.outcome === 'unknown' ? refetchMs : false),
  });
}

export function useSettleAttempt(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, importId }: { id: string; importId: string | null }) =>
      apiPost(`/api/attempts/${id}/settle`, environment, 'lostAttemptsSchema', { importId }),
    onSuccess: (remaining, { id }) => {
      client.setQueryData(keys.attempts(environment), remaining);
      void client.invalidateQueries({ queryKey: keys.attempt(environment, id) });
    },
  });
}

export function useTools(environment: Environment, family: string) {
  return useQuery({
    queryKey: keys.tools(environment, family),
    queryFn: ({ signal }) =>
      apiFetch(`/api/tools${family === '' ? '' : `?family=${encodeURIComponent(family)}`}`, {
        schema: 'toolsResponseSchema',
        environment,
        signal,
      }),
    staleTime: 5 * 60_000,
  });
}

export function useStartLink() {
  return useMutation({
    mutationFn: (body: { username: string; instanceUrl?: string; language?: string }) =>
      apiFetch('/api/start-links', {
        schema: 'startLinkResponseSchema',
        environment: 'live',
        method: 'POST',
        body,
      }),
  });
}
