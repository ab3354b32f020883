const pattern = /^(https?:\/\/)(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?$/i;

/** An origin, or all subdomains of a domain: `https://*.company.example`. Nothing else may get into the policy. */
export function isFrameAncestor(text: string): boolean {
  const [, scheme = '', wildcard = '', host = '', port = ''] = pattern.exec(text) ?? [];
  if (host === '' || (wildcard !== '' && !/\.[a-z0-9-]*[a-z]/i.test(host))) return false;
  const origin = `${scheme}${host}${port}`;
  return URL.canParse(origin) && new URL(origin).origin === origin;
}

/** What browsers do with `frame-ancestors`, except that scheme and port have to be equal. */
export function matchesFrameAncestor(origin: string, ancestors: readonly string[]): boolean {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  const [scheme = '', host = ''] = origin.split('//', 2);
  return ancestors.filter(isFrameAncestor).some((ancestor) => {
    const [wantedScheme, wantedHost = ''] = ancestor.split('//', 2);
    if (wantedScheme !== scheme) return false;
    return wantedHost.startsWith('*.') ? host.endsWith(wantedHost.slice(1)) : host === wantedHost;
  });
}
