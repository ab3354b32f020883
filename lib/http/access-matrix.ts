import type { KeyScope } from '../contract/api-keys';
import type { Role } from '../contract/roles';

/**
 * How a caller authenticates. A test derives all routes and pages from the file tree and fails on any without a row.
 *
 * - `session`: a signed-in person in a browser. JSON, same origin.
 * - `form`: a plain HTML form of ours. Same origin.
 * - `link`: a secret link from an e-mail, from anywhere; the handler reads the token.
 * - `signature`: webhooks of the service; the handler verifies the raw bytes.
 * - `sessionOrKey`: a session, or the partner's server with `Authorization: Bearer KEY`. A key is not a person: it has a
 *   scope in place of a role.
 * - `operator`: `Authorization: Bearer METRICS_TOKEN`, or from this machine while the public origin is loopback.
 * - `probe`: like `operator`; health checks on this machine also, without details.
 * - `nextAuth`: has its own CSRF token. `public`: no personal data.
 */
type RouteAuth =
  | 'session'
  | 'form'
  | 'link'
  | 'signature'
  | 'sessionOrKey'
  | 'operator'
  | 'probe'
  | 'nextAuth'
  | 'public';

export interface RouteRow {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  auth: RouteAuth;
  /** The minimum role, required for `session` and `sessionOrKey`. */
  role?: Role;
  /** What an API key must be allowed, required for `sessionOrKey`. Nothing that decides about money is open to keys. */
  scope?: KeyScope;
  background?: boolean;
  /** Requires a proof of identity within the last 10 minutes: the sign-in, or confirming it again. */
  recentAuth?: true;
  /** The response is a secret that is shown once or logged, so an Idempotency-Key does not repeat it. */
  secretResponse?: true;
  /** Also open to a session that lacks its passkey: only if it has to `add` it, or to `any`. */
  passkeyStep?: 'add' | 'any';
  /** For `public` rows, which otherwise answer without the database. */
  readsDatabase?: true;
  /** Where a browser is redirected if its form fails unexpectedly. */
  errorPage?: `/${string}`;
}

export const routeMatrix = {
  'tools.list': { method: 'GET', path: '/api/tools', auth: 'sessionOrKey', role: 'viewer', scope: 'read' },

  'imports.list': { method: 'GET', path: '/api/imports', auth: 'sessionOrKey', role: 'viewer', scope: 'read' },
  'imports.create': { method: 'POST', path: '/api/imports', auth: 'sessionOrKey', role: 'agent', scope: 'create' },
  'imports.read': { method: 'GET', path: '/api/imports/[id]', auth: 'sessionOrKey', role: 'viewer', scope: 'read' },
  'imports.fill-in': { method: 'PATCH', path: '/api/imports/[id]', auth: 'session', role: 'agent' },
  'imports.note': { method: 'POST', path: '/api/imports/[id]/notes', auth: 'session', role: 'agent' },
  'imports.tags': {
    method: 'PATCH',
    path: '/api/imports/[id]/tags',
    auth: 'sessionOrKey',
    role: 'agent',
    scope: 'create',
  },
  'imports.reveal-link': {
    method: 'POST',
    path: '/api/imports/[id]/redirect-url',
    auth: 'session',
    role: 'agent',
    secretResponse: true,
  },
  'imports.customer-link': {
    method: 'POST',
    path: '/api/imports/[id]/customer-link',
    auth: 'sessionOrKey',
    role: 'agent',
    scope: 'create',
  },
  'customer-links.list': { method: 'GET', path: '/api/imports/[id]/customer-links', auth: 'session', role: 'agent' },
  'customer-links.revoke-all': {
    method: 'POST',
    path: '/api/imports/[id]/customer-links/revoke',
    auth: 'session',
    role: 'agent',
  },
  'customer-links.revoke': {
    method: 'POST',
    path: '/api/imports/[id]/customer-links/[linkId]/revoke',
    auth: 'session',
    role: 'agent',
  },
  'imports.contact': { method: 'GET', path: '/api/imports/[id]/contact', auth: 'session', role: 'viewer' },
  'imports.set-contact': { method: 'PUT', path: '/api/imports/[id]/contact', auth: 'session', role: 'agent' },
  'attempts.list': { method: 'GET', path: '/api/attempts', auth: 'session', role: 'agent' },
  'attempts.read': { method: 'GET', path: '/api/attempts/[id]', auth: 'sessionOrKey', role: 'agent', scope: 'create' },
  'attempts.settle': { method: 'POST', path: '/api/attempts/[id]/settle', auth: 'session', role: 'agent' },
  'imports.sponsorship': { method: 'GET', path: '/api/imports/[id]/sponsorship', auth: 'session', role: 'viewer' },
  'imports.raw': { method: 'GET', path: '/api/imports/[id]/raw', auth: 'session', role: 'viewer' },
  'imports.warnings': { method: 'GET', path: '/api/imports/[id]/warnings', auth: 'session', role: 'viewer' },
  'imports.counts': { method: 'GET', path: '/api/import-counts', auth: 'sessionOrKey', role: 'viewer', scope: 'read' },
  'customers.read': { method: 'GET', path: '/api/customers', auth: 'sessionOrKey', role: 'viewer', scope: 'read' },
  'imports.export': { method: 'GET', path: '/api/import-export', auth: 'session', role: 'viewer' },
  'imports.export-picked': { method: 'POST', path: '/api/import-export', auth: 'session', role: 'viewer' },
  'imports.refresh': { method: 'POST', path: '/api/import-refresh', auth: 'session', role: 'viewer' },
  'saved-views.list': { method: 'GET', path: '/api/saved-views', auth: 'session', role: 'viewer' },
  'saved-views.save': { method: 'POST', path: '/api/saved-views', auth: 'session', role: 'viewer' },
  'saved-views.change': { method: 'PATCH', path: '/api/saved-views/[id]', auth: 'session', role: 'viewer' },
  'saved-views.delete': { method: 'DELETE', path: '/api/saved-views/[id]', auth: 'session', role: 'viewer' },
  'lookups.start': { method: 'POST', path: '/api/lookups', auth: 'session', role: 'agent' },
  'lookups.read': { method: 'GET', path: '/api/lookups/[id]', auth: 'session', role: 'viewer' },
  'imports.accept': { method: 'POST', path: '/api/imports/[id]/payment/accept', auth: 'session', role: 'approver' },
  'imports.reject': { method: 'POST', path: '/api/imports/[id]/payment/reject', auth: 'session', role: 'approver' },
  'imports.request': {
    method: 'POST',
    path: '/api/imports/[id]/request',
    auth: 'sessionOrKey',
    role: 'agent',
    scope: 'create',
  },
  'decision.resolve': {
    method: 'POST',
    path: '/api/imports/[id]/decision/resolve',
    auth: 'session',
    role: 'approver',
  },
  'decision.withdraw': {
    method: 'POST',
    path: '/api/imports/[id]/decision/withdraw',
    auth: 'session',
    role: 'approver',
  },
  'sponsorship.queue': { method: 'GET', path: '/api/sponsorship', auth: 'session', role: 'approver' },
  'sponsorship.count': { method: 'GET', path: '/api/sponsorship/count', auth: 'session', role: 'approver' },
  'bulk.preview': { method: 'POST', path: '/api/sponsorship/bulk/preview', auth: 'session', role: 'approver' },
  'bulk.start': { method: 'POST', path: '/api/sponsorship/bulk', auth: 'session', role: 'approver' },
  'bulk.withdraw': { method: 'POST', path: '/api/sponsorship/bulk/[id]/withdraw', auth: 'session', role: 'approver' },
  'bulk.read': { method: 'GET', path: '/api/sponsorship/bulk/[id]', auth: 'session', role: 'approver' },
  'requests.match': { method: 'POST', path: '/api/requests/[id]/match', auth: 'session', role: 'agent' },
  'requests.dismiss': { method: 'POST', path: '/api/requests/[id]/dismiss', auth: 'session', role: 'agent' },
  'policy.read': { method: 'GET', path: '/api/sponsorship/policy', auth: 'session', role: 'approver' },
  'policy.save': { method: 'PUT', path: '/api/sponsorship/policy', auth: 'session', role: 'admin', recentAuth: true },
  'policy.confirm': {
    method: 'POST',
    path: '/api/sponsorship/policy/confirm',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },
  'policy.cancel': {
    method: 'POST',
    path: '/api/sponsorship/policy/cancel',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },

  'branding.read': { method: 'GET', path: '/api/branding', auth: 'session', role: 'admin' },
  'branding.save': { method: 'PUT', path: '/api/branding', auth: 'session', role: 'admin' },
  'branding.upload': { method: 'POST', path: '/api/branding/images', auth: 'session', role: 'admin' },
  'branding.image': { method: 'GET', path: '/api/branding/images/[id]', auth: 'public', readsDatabase: true },
  'branding.preview': { method: 'POST', path: '/api/branding/preview', auth: 'session', role: 'admin' },
  'connection.read': { method: 'GET', path: '/api/connection', auth: 'session', role: 'admin' },
  'connection.save': { method: 'PUT', path: '/api/connection', auth: 'session', role: 'admin', recentAuth: true },
  'connection.examine': {
    method: 'POST',
    path: '/api/connection/examine',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },
  'connection.go-live': {
    method: 'POST',
    path: '/api/connection/go-live',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },
  'connection.test-webhook': { method: 'POST', path: '/api/connection/test-webhook', auth: 'session', role: 'admin' },
  'warning-rules.save': { method: 'PUT', path: '/api/warning-rules', auth: 'session', role: 'admin' },
  'warning-rules.seen': { method: 'GET', path: '/api/warning-rules/seen', auth: 'session', role: 'admin' },
  'customer-mails.read': { method: 'GET', path: '/api/customer-mails', auth: 'session', role: 'admin' },
  'customer-mails.save': { method: 'PUT', path: '/api/customer-mails', auth: 'session', role: 'admin' },
  'customer-mails.preview': { method: 'POST', path: '/api/customer-mails/preview', auth: 'session', role: 'admin' },
  'customer-mails.test': { method: 'POST', path: '/api/customer-mails/test', auth: 'session', role: 'admin' },
  'texts.save': { method: 'PUT', path: '/api/texts', auth: 'session', role: 'admin' },
  'texts.preview': { method: 'POST', path: '/api/texts/preview', auth: 'session', role: 'admin' },
  'notification-rules.list': { method: 'GET', path: '/api/notification-rules', auth: 'session', role: 'admin' },
  'notification-rules.create': {
    method: 'POST',
    path: '/api/notification-rules',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
    secretResponse: true,
  },
  'notification-rules.change': {
    method: 'PUT',
    path: '/api/notification-rules/[id]',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
    secretResponse: true,
  },
  'notification-rules.delete': {
    method: 'DELETE',
    path: '/api/notification-rules/[id]',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },
  'notification-rules.rotate-secret': {
    method: 'POST',
    path: '/api/notification-rules/[id]/secret',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
    secretResponse: true,
  },
  'notification-rules.remove-old-secret': {
    method: 'DELETE',
    path: '/api/notification-rules/[id]/secret',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },
  'notification-rules.test': {
    method: 'POST',
    path: '/api/notification-rules/[id]/test',
    auth: 'session',
    role: 'admin',
  },
  'connection.check': { method: 'POST', path: '/api/connection/check', auth: 'session', role: 'admin' },

  'retention.save': {
    method: 'PUT',
    path: '/api/data-protection/retention',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },
  'retention.preview': {
    method: 'POST',
    path: '/api/data-protection/retention/preview',
    auth: 'session',
    role: 'admin',
  },
  'customer.find': { method: 'POST', path: '/api/data-protection/customer', auth: 'session', role: 'admin' },
  'customer.export': {
    method: 'POST',
    path: '/api/data-protection/export',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },
  'customer.erase': {
    method: 'POST',
    path: '/api/data-protection/erase',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },
  'receipts.check': { method: 'POST', path: '/api/data-protection/receipts/check', auth: 'session', role: 'admin' },

  'stream.read': { method: 'GET', path: '/api/stream', auth: 'session', role: 'viewer', background: true },
  'start-links.create': {
    method: 'POST',
    path: '/api/start-links',
    auth: 'sessionOrKey',
    role: 'agent',
    scope: 'create',
  },
  'start.create': { method: 'POST', path: '/api/start', auth: 'form', errorPage: '/trouble' },
  'start.again': { method: 'POST', path: '/api/start/again', auth: 'form', errorPage: '/trouble' },
  'start.ask': { method: 'POST', path: '/api/start/ask', auth: 'form', errorPage: '/trouble' },
  'start.request': { method: 'POST', path: '/api/start/request', auth: 'form', errorPage: '/trouble' },
  'start.send-link': { method: 'POST', path: '/api/start/send-link', auth: 'form', errorPage: '/trouble' },
  'migration.version': { method: 'GET', path: '/api/m/[link]/version', auth: 'link' },
  'start.tool-request': { method: 'POST', path: '/api/start/tool-request', auth: 'form', errorPage: '/trouble' },
  'tool-requests.handle': { method: 'POST', path: '/api/tool-requests/[id]/handle', auth: 'session', role: 'agent' },
  'contact.confirm': { method: 'POST', path: '/api/confirm', auth: 'form', errorPage: '/trouble' },
  'contact.unsubscribe': { method: 'POST', path: '/api/unsubscribe', auth: 'form', errorPage: '/trouble' },
  'contact.one-click': { method: 'POST', path: '/api/unsubscribe/[token]', auth: 'link' },
  'contact.open-unsubscribe': { method: 'GET', path: '/api/unsubscribe/[token]', auth: 'link' },
  'webhooks.receive': { method: 'POST', path: '/api/webhooks/migration', auth: 'signature' },
  'webhooks.list': { method: 'GET', path: '/api/webhooks/deliveries', auth: 'session', role: 'admin' },
  'webhooks.read': { method: 'GET', path: '/api/webhooks/deliveries/[id]', auth: 'session', role: 'admin' },
  'webhooks.process-again': {
    method: 'POST',
    path: '/api/webhooks/deliveries/[id]/process-again',
    auth: 'session',
    role: 'admin',
  },
  'messages.list': { method: 'GET', path: '/api/messages', auth: 'session', role: 'admin' },
  'messages.read': { method: 'GET', path: '/api/messages/[id]', auth: 'session', role: 'agent' },
  'messages.resend': { method: 'POST', path: '/api/messages/[id]/resend', auth: 'session', role: 'admin' },
  'messages.resend-failed': { method: 'POST', path: '/api/messages/resend-failed', auth: 'session', role: 'admin' },

  'staff.admins': { method: 'GET', path: '/api/admins', auth: 'session', role: 'viewer' },
  'staff.list': { method: 'GET', path: '/api/staff', auth: 'session', role: 'admin' },
  'staff.add': {
    method: 'POST',
    path: '/api/staff',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
    secretResponse: true,
  },
  'staff.change': { method: 'PATCH', path: '/api/staff/[id]', auth: 'session', role: 'admin', recentAuth: true },
  'staff.reset-password': {
    method: 'POST',
    path: '/api/staff/[id]/password',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
    secretResponse: true,
  },
  'staff.confirm': {
    method: 'POST',
    path: '/api/staff/[id]/confirm',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },
  'staff.sign-out': {
    method: 'POST',
    path: '/api/staff/[id]/sign-out',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },
  'api-keys.list': { method: 'GET', path: '/api/keys', auth: 'session', role: 'admin' },
  'api-keys.create': {
    method: 'POST',
    path: '/api/keys',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
    secretResponse: true,
  },
  'api-keys.rotate': {
    method: 'POST',
    path: '/api/keys/[id]/rotate',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
    secretResponse: true,
  },
  'api-keys.revoke': {
    method: 'POST',
    path: '/api/keys/[id]/revoke',
    auth: 'session',
    role: 'admin',
    recentAuth: true,
  },
  'account.read': { method: 'GET', path: '/api/account', auth: 'session', role: 'viewer' },
  'account.change-password': { method: 'POST', path: '/api/account/password', auth: 'session', role: 'viewer' },
  'account.confirm-ways': {
    method: 'GET',
    path: '/api/account/confirm',
    auth: 'session',
    role: 'viewer',
    passkeyStep: 'any',
  },
  'account.confirm': {
    method: 'POST',
    path: '/api/account/confirm',
    auth: 'session',
    role: 'viewer',
    passkeyStep: 'any',
  },
  'account.confirm-options': {
    method: 'POST',
    path: '/api/account/confirm/options',
    auth: 'session',
    role: 'viewer',
    passkeyStep: 'any',
  },
  'account.passkey-options': {
    method: 'POST',
    path: '/api/account/passkeys/options',
    auth: 'session',
    role: 'viewer',
    recentAuth: true,
    passkeyStep: 'add',
  },
  'account.add-passkey': {
    method: 'POST',
    path: '/api/account/passkeys',
    auth: 'session',
    role: 'viewer',
    recentAuth: true,
    secretResponse: true,
    passkeyStep: 'add',
  },
  'account.rename-passkey': { method: 'PATCH', path: '/api/account/passkeys/[id]', auth: 'session', role: 'viewer' },
  'account.remove-passkey': {
    method: 'DELETE',
    path: '/api/account/passkeys/[id]',
    auth: 'session',
    role: 'viewer',
    recentAuth: true,
  },
  'account.create-recovery-codes': {
    method: 'POST',
    path: '/api/account/recovery-codes',
    auth: 'session',
    role: 'viewer',
    recentAuth: true,
    secretResponse: true,
  },
  'account.end-sessions': {
    method: 'DELETE',
    path: '/api/account/sessions/[id]',
    auth: 'session',
    role: 'viewer',
    recentAuth: true,
  },
  'account.notifications': { method: 'GET', path: '/api/account/notifications', auth: 'session', role: 'viewer' },
  'account.save-notifications': { method: 'PUT', path: '/api/account/notifications', auth: 'session', role: 'viewer' },
  'audit.list': { method: 'GET', path: '/api/audit', auth: 'session', role: 'admin' },
  'audit.export': { method: 'GET', path: '/api/audit/export', auth: 'session', role: 'admin' },

  'auth.set-password': { method: 'POST', path: '/api/set-password', auth: 'form', errorPage: '/trouble' },
  'auth.setup': { method: 'POST', path: '/api/setup', auth: 'form', errorPage: '/trouble' },
  'auth.passkey-options': { method: 'POST', path: '/api/auth/passkey-options', auth: 'form' },
  'auth.sign-out': { method: 'POST', path: '/api/auth/sign-out', auth: 'form' },
  'auth.get': { method: 'GET', path: '/api/auth/[...nextauth]', auth: 'nextAuth' },
  'auth.post': { method: 'POST', path: '/api/auth/[...nextauth]', auth: 'nextAuth' },
  'openapi.read': { method: 'GET', path: '/api/openapi.json', auth: 'public' },
  'security.contact': { method: 'GET', path: '/.well-known/security.txt', auth: 'public' },
  'health.live': { method: 'GET', path: '/api/health', auth: 'public' },
  'health.ready': { method: 'GET', path: '/api/health/ready', auth: 'probe' },
  'metrics.read': { method: 'GET', path: '/api/metrics', auth: 'operator' },
} as const satisfies Record<string, RouteRow>;

export type RouteMatrix = typeof routeMatrix;
export type RouteId = keyof RouteMatrix;

export interface PageRow {
  path: `/${string}`;
  /** `customer` pages are for anyone with a link, and may be framed if the settings allow it. */
  auth: 'staff' | 'customer' | 'public';
  role?: Role;
}

export const pageMatrix = {
  'sign-in': { path: '/sign-in', auth: 'public' },
  'set-password': { path: '/set-password/[token]', auth: 'public' },
  setup: { path: '/setup', auth: 'public' },
  'account.passkey': { path: '/account/passkey', auth: 'public' },
  'account.confirmed': { path: '/account/confirmed', auth: 'public' },

  overview: { path: '/', auth: 'staff', role: 'viewer' },
  imports: { path: '/imports', auth: 'staff', role: 'viewer' },
  import: { path: '/imports/[id]', auth: 'staff', role: 'viewer' },
  customers: { path: '/customers', auth: 'staff', role: 'viewer' },
  new: { path: '/new', auth: 'staff', role: 'agent' },
  sponsorship: { path: '/sponsorship', auth: 'staff', role: 'approver' },
  'tool-requests': { path: '/tool-requests', auth: 'staff', role: 'agent' },
  webhooks: { path: '/webhooks', auth: 'staff', role: 'admin' },
  audit: { path: '/audit', auth: 'staff', role: 'admin' },
  settings: { path: '/settings', auth: 'staff', role: 'admin' },
  'settings.branding': { path: '/settings/branding', auth: 'staff', role: 'admin' },
  'settings.branding-preview': { path: '/settings/branding/preview', auth: 'staff', role: 'admin' },
  'settings.embed': { path: '/settings/embed', auth: 'staff', role: 'admin' },
  'settings.sponsorship': { path: '/settings/sponsorship', auth: 'staff', role: 'admin' },
  'settings.customer-emails': { path: '/settings/customer-emails', auth: 'staff', role: 'admin' },
  'settings.texts': { path: '/settings/texts', auth: 'staff', role: 'admin' },
  'settings.warnings': { path: '/settings/warnings', auth: 'staff', role: 'admin' },
  'settings.notifications': { path: '/settings/notifications', auth: 'staff', role: 'admin' },
  'settings.messages': { path: '/settings/messages', auth: 'staff', role: 'admin' },
  'settings.connection': { path: '/settings/connection', auth: 'staff', role: 'admin' },
  'settings.api-keys': { path: '/settings/api-keys', auth: 'staff', role: 'admin' },
  'settings.staff': { path: '/settings/staff', auth: 'staff', role: 'admin' },
  'settings.data': { path: '/settings/data', auth: 'staff', role: 'admin' },
  mailbox: { path: '/mailbox', auth: 'staff', role: 'viewer' },

  account: { path: '/account', auth: 'staff', role: 'viewer' },
  'api-reference': { path: '/api-reference', auth: 'staff', role: 'viewer' },
  unknown: { path: '/[...path]', auth: 'staff', role: 'viewer' },

  start: { path: '/start', auth: 'customer' },
  'start.link': { path: '/start/[link]', auth: 'customer' },
  migration: { path: '/m/[link]', auth: 'customer' },
  'migration.leave': { path: '/m/[link]/go', auth: 'customer' },
  'full-migration': { path: '/full-migration', auth: 'customer' },
  confirm: { path: '/confirm/[token]', auth: 'customer' },
  unsubscribe: { path: '/unsubscribe/[token]', auth: 'customer' },
  trouble: { path: '/trouble', auth: 'customer' },
  'not-found': { path: '/trouble/not-found', auth: 'customer' },
} as const satisfies Record<string, PageRow>;

type PageMatrix = typeof pageMatrix;
export type PageId = keyof PageMatrix;
export type StaffPageId = { [Id in PageId]: PageMatrix[Id] extends { auth: 'staff' } ? Id : never }[PageId];
