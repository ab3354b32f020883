import type { Role } from '../contract/roles';

/**
 * Who may call what, through which door: one row a route and method, one row a page. The wrapper and the page guard
 * take their row from here by its id, and a test derives all routes and pages from the tree and fails on one without a
 * row, or with another one's. Nothing is reachable by having been forgotten.
 *
 * - `session`: a signed-in person in a browser. JSON, equal `Origin`, fitting `Sec-Fetch-Site`.
 * - `form`: a plain form of ours, script or not. Equal `Origin`.
 * - `signature`: the service's webhooks; the handler verifies the raw bytes.
 * - `key`: the partner's own server, `Authorization: Bearer KEY`. `session-or-key`: either.
 * - `operator`: loopback, or `Authorization: Bearer METRICS_TOKEN`.
 * - `next-auth`: has its own CSRF token. `public`: says nothing that is anybody's.
 */
type Door = 'session' | 'form' | 'signature' | 'key' | 'session-or-key' | 'operator' | 'next-auth' | 'public';

export interface RouteRow {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the folder spells it. */
  path: `/${string}`;
  door: Door;
  /** The least role; needed by every door a person comes through. */
  role?: Role;
  /** Never counts as an act of a person, whatever the request says. */
  background?: boolean;
  /** Where a browser is led when its form fails in a way that nobody foresaw: a customer is no reader of problems. */
  failsTo?: `/${string}`;
}

export const routeMatrix = {
  'tools.list': { method: 'GET', path: '/api/tools', door: 'session', role: 'viewer' },

  'imports.list': { method: 'GET', path: '/api/imports', door: 'session', role: 'viewer' },
  'imports.create': { method: 'POST', path: '/api/imports', door: 'session', role: 'agent' },
  'imports.read': { method: 'GET', path: '/api/imports/[id]', door: 'session', role: 'viewer' },
  'imports.fill-in': { method: 'PATCH', path: '/api/imports/[id]', door: 'session', role: 'agent' },
  'imports.note': { method: 'POST', path: '/api/imports/[id]/notes', door: 'session', role: 'agent' },
  'imports.reveal-link': { method: 'POST', path: '/api/imports/[id]/redirect-url', door: 'session', role: 'agent' },
  'imports.customer-link': { method: 'POST', path: '/api/imports/[id]/customer-link', door: 'session', role: 'agent' },
  'attempts.list': { method: 'GET', path: '/api/attempts', door: 'session', role: 'agent' },
  'attempts.read': { method: 'GET', path: '/api/attempts/[id]', door: 'session', role: 'agent' },
  'attempts.settle': { method: 'POST', path: '/api/attempts/[id]/settle', door: 'session', role: 'agent' },
  'imports.raw': { method: 'GET', path: '/api/imports/[id]/raw', door: 'session', role: 'viewer' },
  'imports.warnings': { method: 'GET', path: '/api/imports/[id]/warnings', door: 'session', role: 'viewer' },
  'imports.counts': { method: 'GET', path: '/api/import-counts', door: 'session', role: 'viewer' },
  'imports.export': { method: 'GET', path: '/api/import-export', door: 'session', role: 'viewer' },
  'imports.export-picked': { method: 'POST', path: '/api/import-export', door: 'session', role: 'viewer' },
  'imports.refresh': { method: 'POST', path: '/api/import-refresh', door: 'session', role: 'viewer' },
  'saved-views.list': { method: 'GET', path: '/api/saved-views', door: 'session', role: 'viewer' },
  'saved-views.save': { method: 'POST', path: '/api/saved-views', door: 'session', role: 'viewer' },
  'saved-views.change': { method: 'PATCH', path: '/api/saved-views/[id]', door: 'session', role: 'viewer' },
  'saved-views.delete': { method: 'DELETE', path: '/api/saved-views/[id]', door: 'session', role: 'viewer' },
  'lookups.start': { method: 'POST', path: '/api/lookups', door: 'session', role: 'agent' },
  'lookups.read': { method: 'GET', path: '/api/lookups/[id]', door: 'session', role: 'viewer' },
  'imports.accept': { method: 'POST', path: '/api/imports/[id]/payment/accept', door: 'session', role: 'approver' },
  'imports.reject': { method: 'POST', path: '/api/imports/[id]/payment/reject', door: 'session', role: 'approver' },
  'imports.request': { method: 'POST', path: '/api/imports/[id]/request', door: 'session', role: 'agent' },
  'decision.resolve': {
    method: 'POST',
    path: '/api/imports/[id]/decision/resolve',
    door: 'session',
    role: 'approver',
  },
  'decision.withdraw': {
    method: 'POST',
    path: '/api/imports/[id]/decision/withdraw',
    door: 'session',
    role: 'approver',
  },
  'sponsorship.queue': { method: 'GET', path: '/api/sponsorship', door: 'session', role: 'approver' },
  'bulk.preview': { method: 'POST', path: '/api/sponsorship/bulk/preview', door: 'session', role: 'approver' },
  'bulk.start': { method: 'POST', path: '/api/sponsorship/bulk', door: 'session', role: 'approver' },
  'bulk.read': { method: 'GET', path: '/api/sponsorship/bulk/[id]', door: 'session', role: 'approver' },
  'requests.match': { method: 'POST', path: '/api/requests/[id]/match', door: 'session', role: 'agent' },
  'requests.dismiss': { method: 'POST', path: '/api/requests/[id]/dismiss', door: 'session', role: 'agent' },
  'policy.read': { method: 'GET', path: '/api/sponsorship/policy', door: 'session', role: 'approver' },
  'policy.save': { method: 'PUT', path: '/api/sponsorship/policy', door: 'session', role: 'admin' },

  'branding.read': { method: 'GET', path: '/api/branding', door: 'session', role: 'admin' },
  'branding.save': { method: 'PUT', path: '/api/branding', door: 'session', role: 'admin' },
  'connection.check': { method: 'POST', path: '/api/connection/check', door: 'session', role: 'admin' },

  'stream.read': { method: 'GET', path: '/api/stream', door: 'session', role: 'viewer', background: true },
  'start-links.create': { method: 'POST', path: '/api/start-links', door: 'session-or-key', role: 'agent' },
  'start.create': { method: 'POST', path: '/api/start', door: 'form', failsTo: '/trouble' },
  'start.again': { method: 'POST', path: '/api/start/again', door: 'form', failsTo: '/trouble' },
  'start.ask': { method: 'POST', path: '/api/start/ask', door: 'form', failsTo: '/trouble' },
  'start.request': { method: 'POST', path: '/api/start/request', door: 'form', failsTo: '/trouble' },
  'webhooks.receive': { method: 'POST', path: '/api/webhooks/migration', door: 'signature' },
  'webhooks.list': { method: 'GET', path: '/api/webhooks/deliveries', door: 'session', role: 'admin' },
  'webhooks.read': { method: 'GET', path: '/api/webhooks/deliveries/[id]', door: 'session', role: 'admin' },
  'webhooks.process-again': {
    method: 'POST',
    path: '/api/webhooks/deliveries/[id]/process-again',
    door: 'session',
    role: 'admin',
  },

  'staff.list': { method: 'GET', path: '/api/staff', door: 'session', role: 'admin' },
  'staff.add': { method: 'POST', path: '/api/staff', door: 'session', role: 'admin' },
  'staff.change': { method: 'PATCH', path: '/api/staff/[id]', door: 'session', role: 'admin' },
  'staff.reset-password': { method: 'POST', path: '/api/staff/[id]/password', door: 'session', role: 'admin' },
  'staff.sign-out': { method: 'POST', path: '/api/staff/[id]/sign-out', door: 'session', role: 'admin' },
  'audit.list': { method: 'GET', path: '/api/audit', door: 'session', role: 'admin' },
  'audit.export': { method: 'GET', path: '/api/audit/export', door: 'session', role: 'admin' },

  'auth.sign-out': { method: 'POST', path: '/api/auth/sign-out', door: 'form' },
  'auth.get': { method: 'GET', path: '/api/auth/[...nextauth]', door: 'next-auth' },
  'auth.post': { method: 'POST', path: '/api/auth/[...nextauth]', door: 'next-auth' },
  'health.live': { method: 'GET', path: '/api/health', door: 'public' },
  'health.ready': { method: 'GET', path: '/api/health/ready', door: 'operator' },
  'metrics.read': { method: 'GET', path: '/api/metrics', door: 'operator' },
} as const satisfies Record<string, RouteRow>;

export type RouteMatrix = typeof routeMatrix;
export type RouteId = keyof RouteMatrix;

export interface PageRow {
  path: `/${string}`;
  /** `staff`: behind sign-in. `customer`: ours to show to anybody with a link; may be framed where settings say so. */
  door: 'staff' | 'customer' | 'public';
  role?: Role;
}

export const pageMatrix = {
  'sign-in': { path: '/sign-in', door: 'public' },

  overview: { path: '/', door: 'staff', role: 'viewer' },
  imports: { path: '/imports', door: 'staff', role: 'viewer' },
  import: { path: '/imports/[id]', door: 'staff', role: 'viewer' },
  new: { path: '/new', door: 'staff', role: 'agent' },
  sponsorship: { path: '/sponsorship', door: 'staff', role: 'approver' },
  webhooks: { path: '/webhooks', door: 'staff', role: 'admin' },
  audit: { path: '/audit', door: 'staff', role: 'admin' },
  settings: { path: '/settings', door: 'staff', role: 'admin' },
  'settings.branding': { path: '/settings/branding', door: 'staff', role: 'admin' },
  'settings.sponsorship': { path: '/settings/sponsorship', door: 'staff', role: 'admin' },
  'settings.connection': { path: '/settings/connection', door: 'staff', role: 'admin' },
  'settings.staff': { path: '/settings/staff', door: 'staff', role: 'admin' },

  start: { path: '/start', door: 'customer' },
  'start.link': { path: '/start/[link]', door: 'customer' },
  migration: { path: '/m/[link]', door: 'customer' },
  'migration.leave': { path: '/m/[link]/go', door: 'customer' },
  'full-migration': { path: '/full-migration', door: 'customer' },
  trouble: { path: '/trouble', door: 'customer' },
} as const satisfies Record<string, PageRow>;

type PageMatrix = typeof pageMatrix;
type PageId = keyof PageMatrix;
export type StaffPageId = { [Id in PageId]: PageMatrix[Id] extends { door: 'staff' } ? Id : never }[PageId];
