import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon, type IconName } from './icon';
import { RequestId } from './request-id';

type StateProps = { title: string; children?: ReactNode; actions?: ReactNode };

export function EmptyState({ icon, ...content }: StateProps & { icon: IconName }) {
  return (
    <div className="mx-auto max-w-md px-4 py-16 text-center">
      <StateContent icon={icon} iconClassName="bg-hover text-meta" {...content} />
    </div>
  );
}

export function ErrorState({
  requestId,
  heading,
  ...content
}: StateProps & { requestId?: string | undefined; heading?: 'h1' }) {
  return (
    <div role="alert" className="mx-auto max-w-md px-4 py-16 text-center">
      <StateContent icon="warning" iconClassName="border border-unkn-line text-unkn" heading={heading} {...content} />
      {requestId !== undefined && (
        <p className="mt-6">
          <RequestId id={requestId} />
        </p>
      )}
    </div>
  );
}

function StateContent({
  icon,
  iconClassName,
  heading: Heading = 'h2',
  title,
  children,
  actions,
}: StateProps & { icon: IconName; iconClassName: string; heading?: 'h1' | 'h2' | undefined }) {
  return (
    <>
      <span className={cx('mx-auto mb-4 grid size-10 place-items-center rounded-3', iconClassName)}>
        <Icon name={icon} size={20} />
      </span>
      <Heading className="[overflow-wrap:anywhere]">{title}</Heading>
      {children !== undefined && <div className="mt-1 text-13 text-pretty text-ink-2">{children}</div>}
      {actions !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </>
  );
}
