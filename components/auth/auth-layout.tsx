import type { ReactNode } from 'react';
import { Logo } from '../shell/logo';
import { authLabels } from './labels';
import { SeaChart } from './sea-chart';

export function AuthLayout({
  title,
  intro,
  footer,
  children,
}: {
  title: string;
  intro: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[560px_minmax(0,1fr)]">
      <main className="mx-auto flex w-full max-w-110 flex-col p-8 max-md:px-5 lg:mx-0 lg:max-w-none lg:px-24">
        <p className="inline-flex items-center gap-2 text-14 font-strong">
          <span className="text-accent">
            <Logo />
          </span>
          {authLabels.product}
        </p>
        <div className="my-auto py-8">
          <h1>{title}</h1>
          <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{intro}</p>
          {children}
        </div>
        {footer !== undefined && <p className="text-12 text-meta">{footer}</p>}
      </main>
      <div className="relative overflow-hidden border-s bg-sunken max-lg:hidden">
        <SeaChart />
      </div>
    </div>
  );
}
