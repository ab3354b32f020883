'use client';

import { useMutation } from '@tanstack/react-query';
import { brandingVersionSchema, type Branding } from '../contract/branding';
import { connectionCheckSchema } from '../contract/connection';
import { policyVersionSchema, type Policy } from '../contract/policy';
import { apiFetch } from './api-fetch';

// Settings belong to neither environment, but the header needs one.
const environment = 'live';

export function useSaveBranding() {
  return useMutation({
    mutationFn: (body: { branding: Branding; basedOn: number }) =>
      apiFetch('/api/branding', { schema: brandingVersionSchema, environment, method: 'PUT', body }),
  });
}

export function useSavePolicy() {
  return useMutation({
    mutationFn: (body: { policy: Policy; basedOn: number }) =>
      apiFetch('/api/sponsorship/policy', { schema: policyVersionSchema, environment, method: 'PUT', body }),
  });
}

export function useCheckConnection() {
  return useMutation({
    mutationFn: () => apiFetch('/api/connection/check', { schema: connectionCheckSchema, environment, method: 'POST' }),
  });
}
