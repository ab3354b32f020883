'use client';

import { useMutation } from '@tanstack/react-query';
import type { EraseBody, Retention } from '../contract/data-protection';
import { anyEnvironment as environment, apiFetch, apiPost, fetchFile, parseJson } from './api-fetch';

const path = '/api/data-protection';

export function useRetention() {
  return {
    preview: useMutation({
      mutationFn: (retention: Retention) =>
        apiPost(`${path}/retention/preview`, environment, 'retentionPreviewSchema', retention),
    }),
    save: useMutation({
      mutationFn: (body: { retention: Retention; basedOn: number }) =>
        apiFetch(`${path}/retention`, {
          schema: 'retentionVersionSchema',
          environment,
          method: 'PUT',
          body,
        }),
    }),
  };
}

export function useCustomerData() {
  return {
    find: useMutation({
      mutationFn: (username: string) => apiPost(`${path}/customer`, environment, 'customerSummarySchema', { username }),
    }),
    exportFile: useMutation({
      mutationFn: (username: string) => fetchFile(`${path}/export`, { environment, body: { username } }),
    }),
    erase: useMutation({
      mutationFn: (body: EraseBody) => apiPost(`${path}/erase`, environment, 'erasureReceiptSchema', body),
    }),
  };
}

export function useCheckReceipt() {
  return useMutation({
    mutationFn: (content: string) =>
      apiPost(`${path}/receipts/check`, environment, 'receiptCheckSchema', { receipt: parseJson(content) }),
  });
}
