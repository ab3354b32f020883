/** Adds a missing scheme: "desk.example:8080/acme" becomes "https://desk.example:8080/acme". */
export function completeUrl(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed)) return trimmed;
  return `https://${trimmed.replace(/^\/+/, '')}`;
}

/** Rejects an e-mail address, which parses as a user name and a host, and spaces, which Chrome allows in a host. */
export function isWebUrl(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username } = new URL(text);
  return /^https?:$/.test(protocol) && username === '';
}
