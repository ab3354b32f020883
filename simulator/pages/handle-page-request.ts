import type { IncomingMessage } from 'node:http';
import type { Simulation } from '../create-simulation';
import { type HttpResponse, htmlResponse } from '../http/http-response';
import { readBody } from '../http/read-body';
import { availableActions, customerActions } from '../lifecycle/customer-actions';
import { defaults, type SimulatorOptions } from '../options';
import { renderContactPartner, renderFrontPage, renderNotFound, renderImport, renderSandbox } from './render-pages';

export async function handlePageRequest(
  { world, lifecycle }: Simulation,
  fullRequest: SimulatorOptions['fullRequest'],
  request: IncomingMessage,
  url: URL,
): Promise<HttpResponse> {
  const [, area, token = '', action, ...more] = url.pathname.split('/');
  if (area === '' && request.method === 'GET') return pageResponse(200, renderFrontPage());
  if (area !== 'migrate' || more.length > 0) return pageResponse(404, renderNotFound());
  if (token === 'sandbox') return pageResponse(200, renderSandbox());
  const record = world.findByToken(token);
  if (record === undefined || record.gone !== null) return pageResponse(404, renderNotFound());

  if (action === undefined && request.method === 'GET') return pageResponse(200, renderImport(record));
  if (request.method !== 'POST') return pageResponse(404, renderNotFound());
  await readBody(request);
  const wanted = customerActions.find((candidate) => candidate === action);
  if (wanted === undefined) return pageResponse(404, renderNotFound());

  const isFullRequest = wanted === 'request-full' && availableActions(record).includes(wanted);
  // On an outdated page the action does nothing, and the customer sees the current state.
  lifecycle.performAction(record, wanted);
  if (!isFullRequest) return redirectResponse(`/migrate/${record.token}`);
  if (fullRequest === undefined) return pageResponse(200, renderContactPartner(record));
  const target = new URL(fullRequest.url);
  target.searchParams.set(fullRequest.param ?? defaults.fullRequestParam, record.token);
  return redirectResponse(target.href);
}

function redirectResponse(location: string): HttpResponse {
  return { status: 303, headers: { location } };
}

function pageResponse(status: number, html: string): HttpResponse {
  return htmlResponse(status, html, {
    // No form-action: browsers would apply it to the redirect to the partner's page.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}
