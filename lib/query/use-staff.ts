'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AddStaffBody,
  type ChangeStaffBody,
  type StaffList,
  signedOutSchema,
  staffListSchema,
  staffWithPasswordSchema,
} from '../contract/staff';
import { apiFetch } from './api-fetch';

const key = ['staff'] as const;
// Staff belong to neither environment, but the header needs one.
const environment = 'live';

export function useStaff(initial: StaffList) {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => apiFetch('/api/staff', { schema: staffListSchema, environment, signal, background: true }),
    initialData: initial,
  });
}

export function useChangeStaff() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: key });
  const add = useMutation({
    mutationFn: (body: AddStaffBody) =>
      apiFetch('/api/staff', { schema: staffWithPasswordSchema, environment, method: 'POST', body }),
    onSettled: refresh,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: ChangeStaffBody & { id: string }) =>
      apiFetch(`/api/staff/${encodeURIComponent(id)}`, { schema: staffListSchema, environment, method: 'PATCH', body }),
    onSuccess: (list) => client.setQueryData(key, list),
    onError: refresh,
  });
  const resetPassword = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      apiFetch(`/api/staff/${encodeURIComponent(id)}/password`, {
        schema: staffWithPasswordSchema,
        environment,
        method: 'POST',
      }),
    onSettled: refresh,
  });
  const signOut = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      apiFetch(`/api/staff/${encodeURIComponent(id)}/sign-out`, {
        schema: signedOutSchema,
        environment,
        method: 'POST',
      }),
    onSettled: refresh,
  });
  return { add, change, resetPassword, signOut };
}
