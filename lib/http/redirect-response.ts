import { escapeHtml } from '../core/escape-html';

export function redirectResponse(to: string, headers: Headers = new Headers()): Response {
  headers.set('location', to);
  return new Response(null, { status: 303, headers });
}

/** Chrome applies `form-action` to every hop after a form POST, so it would block a redirect by status. */
export function externalRedirectResponse(to: string, headers: Headers): Response {
  headers.set('content-type', 'text/html; charset=utf-8');
  const address = escapeHtml(to);
  const host = escapeHtml(new URL(to).host);
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<meta http-equiv="refresh" content="0;url=${address}"><title>Continue to ${host}</title></head>` +
      `<body><p><a href="${address}" rel="noreferrer">Continue to ${host}</a></p></body></html>`,
    { status: 200, headers },
  );
}
