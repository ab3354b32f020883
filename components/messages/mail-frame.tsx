/** No scripts, no forms, nothing of ours: links open in a new tab where `links` allows it. */
export function MailFrame({ html, title, links = false }: { html: string; title: string; links?: boolean }) {
  return (
    <iframe
      title={title}
      srcDoc={html}
      sandbox={links ? 'allow-popups allow-popups-to-escape-sandbox' : ''}
      className="h-[560px] w-full rounded-2 border bg-white"
    />
  );
}
