import type { IncomingMessage } from 'node:http';
import type { Simulation } from '../create-simulation';
import { type Answer, htmlAnswer } from '../http/answer';
import { readBody } from '../http/read-body';
import { actsOf, customerActs } from '../lifecycle/customer-acts';
import { defaults, type SimulatorOptions } from '../options';
import { renderContactPartner, renderFrontPage, renderGone, renderImport, renderSandbox } from './render';

export interface PageParts extends Pick<Simulation, 'world' | 'lifecycle'> {
  fullRequest: SimulatorOptions['fullRequest'];
}

/** The customers' side: plain pages and forms, one capability link an import, no script. */
export async function answerPage(parts: PageParts, request: IncomingMessage, url: URL): Promise<Answer> {
  const [, area, token = '', act, ...more] = url.pathname.split('/');
  if (area === '' && request.method === 'GET') return page(200, renderFrontPage());
  if (area !== 'migrate' || more.length > 0) return page(404, renderGone());
  if (token === 'sandbox') return page(200, renderSandbox());
  const record = parts.world.findByToken(token);
  if (record === undefined || record.gone !== null) return page(404, renderGone());

  if (act === undefined && request.method === 'GET') return page(200, renderImport(record));
  if (request.method !== 'POST') return page(404, renderGone());
  await readBody(request);
  const wanted = customerActs.find((candidate) => candidate === act);
  if (wanted === undefined) return page(404, renderGone());

  const asksAgain = wanted === 'ask-for-full' && actsOf(record).includes(wanted);
  // A button of a page that is out of date does nothing; the customer is shown how things stand now.
  parts.lifecycle.act(record, wanted);
  if (!asksAgain) return seeOther(`/migrate/${record.token}`);
  if (parts.fullRequest === undefined) return page(200, renderContactPartner(record));
  const target = new URL(parts.fullRequest.url);
  target.searchParams.set(parts.fullRequest.param ?? defaults.fullRequestParam, record.token);
  return seeOther(target.href);
}

function seeOther(location: string): Answer {
  return { status: 303, headers: { location } };
}

function page(status: number, html: string): Answer {
  return htmlAnswer(status, html, {
    // No form-action: browsers apply it to the redirect that takes the customer on to the partner's page.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}
