import type { FunnelStep } from '@/lib/contract/overview';

/** Days are UTC, both included. */
export const startedHref = (from: string, to?: string) => `/imports?gone=show&created=${from}..${to ?? ''}`;
export const completedHref = (from: string, to: string) => `/imports?gone=show&completed=${from}..${to}`;
export const reachedHref = (from: string, step: FunnelStep) =>
  step === 'created' ? startedHref(from) : `/imports?gone=show&created=${from}..&reached=${step}`;
export const toolHref = (tool: string, from: string) =>
  `/imports?gone=show&tool=${encodeURIComponent(tool)}&created=${from}..`;
export const toolStatusHref = (tool: string, status: string) =>
  `/imports?tool=${encodeURIComponent(tool)}&status=${encodeURIComponent(status)}`;
export const statusHref = (status: string) => `/imports?status=${encodeURIComponent(status)}`;
