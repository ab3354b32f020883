import type { ReactNode } from 'react';

/** For expired links and errors: what happened and what to do next. */
export function MessagePage({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <section className="max-w-[560px]">
      <h1 className="text-32 font-strong max-md:text-26">{title}</h1>
      <p className="mt-3 text-ink-2">{text}</p>
      {children !== undefined && <div className="mt-8 flex flex-wrap items-center gap-4">{children}</div>}
    </section>
  );
}
