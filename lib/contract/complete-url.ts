/** Adds the scheme that people leave out: "desk.example/acme" becomes "https://desk.example/acme". A port is no scheme. */
export function completeUrl(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed)) return trimmed;
  return `https://${trimmed.replace(/^\/+/, '')}`;
}

/** An e-mail address is none, although it parses as a user name and a host. */
export function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username } = new URL(text);
  return /^https?:$/.test(protocol) && username === '';
}
