import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';
import { Icon } from './icon';

export function ErrorState({
  title,
  children,
  requestId,
  actions,
  heading = 'h2',
}: {
  title: string;
  children?: ReactNode;
  /** For error reports. */
  requestId?: string | undefined;
  actions?: ReactNode;
  heading?: 'h1' | 'h2';
}) {
  const Heading = heading;
  return (
    <div role="alert" className="mx-auto max-w-md px-4 py-16 text-center">
      <span className="mx-auto mb-4 grid size-10 place-items-center rounded-3 border border-unkn-line text-unkn">
        <Icon name="warning" size={20} />
      </span>
      <Heading>{title}</Heading>
      {children !== undefined && <div className="mt-1 text-13 text-pretty text-ink-2">{children}</div>}
      {actions !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
      {requestId !== undefined && (
        <p className="mt-6 flex items-center justify-center gap-1.5 text-12 text-meta">
          Request <span className="mono">{requestId}</span>
          <CopyButton text={requestId} label="Copy request id" />
        </p>
      )}
    </div>
  );
}
