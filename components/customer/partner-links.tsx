import type { Branding } from '@/lib/contract/branding';
import { listPartnerLinks } from '@/lib/messages/list-partner-links';
import type { Messages } from '@/lib/messages/messages';

/** The partner's pages that are set, or nothing. */
export function PartnerLinks({ branding, messages }: { branding: Branding; messages: Messages }) {
  const links = listPartnerLinks(branding, messages);
  if (links.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-5">
      {links.map(({ url, label }) => (
        <a key={label} href={url} className="py-2 text-ink-2 hover:underline">
          {label}
        </a>
      ))}
    </p>
  );
}
