import {
  maxMessageCount,
  messageTabs,
  type MessageDetail,
  type MessageList,
  type MessagesPageQuery,
} from '@/lib/contract/message-log';
import { queryHref } from '@/lib/contract/query-href';
import { LiveRefresh } from '../live/live-refresh';
import { UpdatesPill } from '../live/updates-pill';
import { Button } from '../ui/button';
import { ChipLink } from '../ui/chip';
import { cx } from '../ui/cx';
import { EmptyState } from '../ui/empty-state';
import { Input } from '../ui/field';
import { LinkButton } from '../ui/link-button';
import { Num } from '../ui/number';
import { Pager } from '../ui/pager';
import { messagesLabels as labels, tabLabels } from './labels';
import { MessagePanel } from './message-panel';
import { MessagesTable } from './messages-table';
import { ResendFailedButton } from './resend-failed-button';

/** Rendered on the server; filters and the open message are in the URL. */
export function MessagesView({
  list,
  position,
  at,
  open,
}: {
  list: MessageList;
  position: string | null;
  at: MessagesPageQuery;
  open: MessageDetail | undefined;
}) {
  const { tab, cursor: _cursor, message: _message, ...filter } = at;
  const isFiltered = tab !== undefined || at.q !== '' || at.rule !== undefined;
  return (
    <>
      {/* An open message is shown as it is now; a list does not move under the reader. */}
      <LiveRefresh
        kinds={['message']}
        environment="live"
        defer={open === undefined && list.messages.length > 0}
        position={position}
      />
      <LiveRefresh kinds={['message']} environment="sandbox" position={position} />
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <nav aria-label={labels.tabs} className="flex flex-wrap gap-1.5">
          <ChipLink href={queryHref('/settings/messages', filter)} on={tab === undefined}>
            {labels.all}
          </ChipLink>
          {messageTabs.map((name) => (
            <ChipLink
              key={name}
              href={queryHref('/settings/messages', { ...filter, tab: name })}
              on={tab === name}
              count={name === 'failed' || name === 'waiting' ? <Count value={list.counts[name]} /> : undefined}
            >
              {tabLabels[name]}
            </ChipLink>
          ))}
        </nav>
        <SearchForm at={at} />
      </div>
      {at.rule !== undefined && (
        <p className="mb-4 flex items-center gap-2 text-13 text-ink-2">
          {labels.filteredBy(list.messages[0]?.rule?.name ?? labels.oneRule)}
          <LinkButton href={queryHref('/settings/messages', { tab, q: at.q })} size="sm" variant="ghost">
            {labels.clear}
          </LinkButton>
        </p>
      )}
      <div
        className={cx(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6',
          open !== undefined && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)]',
        )}
      >
        <div className="min-w-0">
          {list.messages.length === 0 ? (
            <EmptyState icon="mail" title={isFiltered ? labels.noneTitle : labels.emptyTitle}>
              {isFiltered ? labels.noneText : labels.emptyText}
            </EmptyState>
          ) : (
            <div className="relative">
              {tab === 'failed' && (
                <div className="mb-3">
                  <ResendFailedButton filter={filter} />
                </div>
              )}
              <UpdatesPill />
              <MessagesTable messages={list.messages} at={at} />
            </div>
          )}
          <Pager
            newest={at.cursor !== undefined && queryHref('/settings/messages', { ...filter, tab })}
            older={
              list.nextCursor !== null && queryHref('/settings/messages', { ...filter, tab, cursor: list.nextCursor })
            }
          />
        </div>
        {open !== undefined && (
          <aside className="min-w-0 max-lg:-order-1">
            <MessagePanel detail={open} closeHref={queryHref('/settings/messages', { ...at, message: undefined })} />
          </aside>
        )}
      </div>
    </>
  );
}

function Count({ value }: { value: number }) {
  return <Num value={Math.min(value, maxMessageCount)} atLeast={value > maxMessageCount} />;
}

/** A plain form, which works before the page's script has loaded. */
function SearchForm({ at }: { at: MessagesPageQuery }) {
  return (
    <form
      role="search"
      action="/settings/messages"
      noValidate
      className="flex min-w-0 items-center gap-2 max-md:w-full md:ms-auto"
    >
      {at.tab !== undefined && <input type="hidden" name="tab" value={at.tab} />}
      <Input
        key={at.q}
        type="search"
        name="q"
        defaultValue={at.q}
        aria-label={labels.search}
        placeholder={labels.searchPlaceholder}
        className="md:w-72"
      />
      <Button type="submit">{labels.find}</Button>
    </form>
  );
}
