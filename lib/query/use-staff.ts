import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { AddStaffBody, ChangeStaffBody, StaffList } from '../contract/staff';
import { anyEnvironment as environment, apiFetch, apiPost, backgroundFetch } from './api-fetch';
import { keys } from './keys';
import { useAnswers } from './use-answers';

export const staffOptions = () =>
  queryOptions({
    queryKey: keys.staff(),
    queryFn: ({ signal }) => backgroundFetch('/api/staff', environment, 'staffListSchema', signal),
  });

export const useStaff = () => useSuspenseQuery(staffOptions());

export const useAdminNames = () =>
  useQuery({
    queryKey: keys.adminNames(),
    queryFn: ({ signal }) => backgroundFetch('/api/admins', environment, 'adminNamesSchema', signal),
  });

export function useChangeStaff() {
  const client = useQueryClient();
  const { queryKey } = staffOptions();
  const { refetch, refetchUnlessLive } = useAnswers();
  const onSuccess = (list: StaffList) => client.setQueryData(queryKey, list);
  const onError = () => refetch(queryKey);
  const refetchOnSuccess = () => refetchUnlessLive(queryKey);
  const add = useMutation({
    mutationFn: (body: AddStaffBody) => apiPost('/api/staff', environment, 'staffWithLinkSchema', body),
    onSuccess: refetchOnSuccess,
    onError,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: ChangeStaffBody & { id: string }) =>
      apiFetch(`/api/staff/${encodeURIComponent(id)}`, {
        schema: 'staffListSchema',
        environment,
        method: 'PATCH',
        body,
      }),
    onSuccess,
    onError,
  });
  const resetPassword = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      apiPost(`/api/staff/${encodeURIComponent(id)}/password`, environment, 'staffWithLinkSchema'),
    onSuccess: refetchOnSuccess,
    onError,
  });
  const signOut = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      apiPost(`/api/staff/${encodeURIComponent(id)}/sign-out`, environment, 'signedOutSchema'),
    onSuccess: refetchOnSuccess,
    onError,
  });
  const confirm = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      apiPost(`/api/staff/${encodeURIComponent(id)}/confirm`, environment, 'staffListSchema'),
    onSuccess,
    onError,
  });
  return { add, change, resetPassword, confirm, signOut };
}
