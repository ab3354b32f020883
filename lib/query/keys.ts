import type { Environment } from '../contract/environment';

/** Every query key, so that a change or a mutation names what it affects in the same way as the query. */
export const keys = {
  account: () => ['account'] as const,
  accountNotifications: () => ['account-notifications'] as const,
  attempt: (environment: Environment, id: string) => ['attempts', environment, id] as const,
  attempts: (environment: Environment) => ['attempts', environment] as const,
  bulk: (environment: Environment, id: string | null) => ['bulk', environment, id] as const,
  bulkPreview: (environment: Environment, kind: string, importIds: readonly string[]) =>
    ['bulk-preview', environment, kind, importIds] as const,
  confirmWays: () => ['confirm-ways'] as const,
  customers: (environment: Environment) => ['customer', environment] as const,
  customer: (environment: Environment, username: string, imports: number) =>
    ['customer', environment, username, imports] as const,
  csrfToken: () => ['csrf-token'] as const,
  imports: () => ['import'] as const,
  /** Also of everything below one import. */
  import: (environment: Environment, id: string) => ['import', environment, id] as const,
  importDetail: (environment: Environment, id: string) => ['import', environment, id, 'detail'] as const,
  importSponsorship: (environment: Environment, id: string) => ['import', environment, id, 'sponsorship'] as const,
  customerLinks: (environment: Environment, id: string) => ['import', environment, id, 'customer-links'] as const,
  contact: (environment: Environment, id: string) => ['import', environment, id, 'contact'] as const,
  rawAnswers: (environment: Environment, id: string) => ['import', environment, id, 'raw'] as const,
  importLists: (environment: Environment) => ['imports', environment, 'list'] as const,
  importList: (environment: Environment, query: string) => ['imports', environment, 'list', query] as const,
  importCounts: (environment: Environment) => ['imports', environment, 'counts'] as const,
  importSearch: (environment: Environment, query: string) => ['import-search', environment, query] as const,
  lookups: (environment: Environment) => ['lookup', environment] as const,
  lookup: (environment: Environment, username: string) => ['lookup', environment, username] as const,
  brandingPreview: (draft: object) => ['branding-preview', draft] as const,
  textPreview: (draft: object) => ['text-preview', draft] as const,
  mailPreview: (draft: object) => ['mail-preview', draft] as const,
  notificationRules: () => ['notification-rules'] as const,
  queues: () => ['queue'] as const,
  queue: (environment: Environment) => ['queue', environment, 'items'] as const,
  queueTab: (environment: Environment, tab: string) => ['queue', environment, 'items', tab] as const,
  queueCount: (environment: Environment) => ['queue', environment, 'count'] as const,
  seenWarnings: () => ['seen-warnings'] as const,
  savedViews: () => ['saved-views'] as const,
  staff: () => ['staff'] as const,
  adminNames: () => ['staff', 'admins'] as const,
  tools: (environment: Environment, family: string) => ['tools', environment, family] as const,
};
