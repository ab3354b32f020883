import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Account } from '../contract/account';
import type { ChangePasswordBody, ConfirmBody } from '../contract/account-requests';
import { anyEnvironment as environment, apiFetch, apiPost, backgroundFetch } from './api-fetch';
import { keys } from './keys';
import { askForPasskey, createPasskey } from './passkeys';

export const accountOptions = () =>
  queryOptions({
    queryKey: keys.account(),
    queryFn: ({ signal }) => backgroundFetch('/api/account', environment, 'accountSchema', signal),
  });

export const useAccount = () => useSuspenseQuery(accountOptions());

/** Asks the browser for a new passkey and stores it under this name. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const options = await apiPost('/api/account/passkeys/options', environment, 'registrationOptionsSchema');
      const registration = await createPasskey(options);
      const body = { challengeId: options.challengeId, name, registration };
      return apiPost('/api/account/passkeys', environment, 'passkeyAddedSchema', body);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.account() }),
  });
}

export function useChangeAccount() {
  const client = useQueryClient();
  const onSuccess = (account: Account) => client.setQueryData(accountOptions().queryKey, account);
  const onSettled = () => client.invalidateQueries({ queryKey: keys.account() });
  const passkeyPath = (id: string) => `/api/account/passkeys/${encodeURIComponent(id)}`;
  const changePassword = useMutation({
    mutationFn: (body: ChangePasswordBody) =>
      apiPost('/api/account/password', environment, 'sessionsEndedSchema', body),
    onSettled,
  });
  const renamePasskey = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      apiFetch(passkeyPath(id), {
        schema: 'accountSchema',
        environment,
        method: 'PATCH',
        body: { name },
      }),
    onSuccess,
  });
  const removePasskey = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      apiFetch(passkeyPath(id), { schema: 'accountSchema', environment, method: 'DELETE' }),
    onSuccess,
  });
  const createCodes = useMutation({
    mutationFn: () => apiPost('/api/account/recovery-codes', environment, 'recoveryCodesSchema'),
    onSettled,
  });
  const endSessions = useMutation({
    /** `others` ends all but this one. */
    mutationFn: ({ id }: { id: string }) =>
      apiFetch(`/api/account/sessions/${encodeURIComponent(id)}`, {
        schema: 'accountSchema',
        environment,
        method: 'DELETE',
      }),
    onSuccess,
  });
  return { changePassword, renamePasskey, removePasskey, createCodes, endSessions };
}

export function useConfirmWays() {
  return useQuery({
    queryKey: keys.confirmWays(),
    queryFn: ({ signal }) => backgroundFetch('/api/account/confirm', environment, 'confirmWaysSchema', signal),
    gcTime: 0,
  });
}

/** next-auth requires it in the form that leads to the company account. */
export function useCsrfToken({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: keys.csrfToken(),
    queryFn: ({ signal }) => backgroundFetch('/api/auth/csrf', environment, 'csrfTokenSchema', signal),
    enabled,
    gcTime: 0,
  });
}

type Proof = Exclude<ConfirmBody, { way: 'passkey' }> | { way: 'passkey' };

/** For a passkey, asks the browser first. */
export function useConfirmIdentity() {
  return useMutation({
    mutationFn: async (proof: Proof) => {
      const body = proof.way === 'passkey' ? await provePasskey() : proof;
      return apiPost('/api/account/confirm', environment, 'confirmedSchema', body);
    },
  });
}

async function provePasskey(): Promise<ConfirmBody> {
  const options = await apiPost('/api/account/confirm/options', environment, 'assertionOptionsSchema');
  return { way: 'passkey', challengeId: options.challengeId, assertion: await askForPasskey(options) };
}
