import type { ReactNode } from 'react';

/** Title and explanation beside the content. */
export function AccountSection({
  title,
  explanation,
  action,
  children,
}: {
  title: string;
  explanation: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="grid gap-x-12 gap-y-4 border-t pt-6 md:grid-cols-[280px_minmax(0,1fr)]">
      <div>
        <h2>{title}</h2>
        <p className="mt-1 text-13 text-pretty text-ink-2">{explanation}</p>
        {action !== undefined && <div className="mt-3">{action}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** A passkey or a session: name and facts, with its actions at the end. */
export function AccountRow({ title, facts, actions }: { title: ReactNode; facts: ReactNode; actions: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-t-line-soft py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-strong [overflow-wrap:anywhere]">{title}</p>
        <p className="mt-0.5 text-12 text-meta">{facts}</p>
      </div>
      <div className="flex flex-none gap-2">{actions}</div>
    </li>
  );
}
