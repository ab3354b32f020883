import { randomUUID } from 'node:crypto';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { FullMigrationView } from '@/components/customer/full-migration-view';
import { HelpLine } from '@/components/customer/customer-layout';
import { renderCustomerPage, singleParam } from '@/components/customer/render-customer-page';
import { MessagePage } from '@/components/customer/message-page';
import { readToolSearch } from '@/components/customer/start/pick-tool';
import type { CustomerMigration } from '@/lib/contract/customer-migration';
import { readSentParam, sentParam } from '@/lib/contract/sent-param';
import type { Messages } from '@/lib/messages/messages';
import { clientAddress } from '@/lib/http/check-auth';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { getLandfall } from '@/lib/server';
import { findByOperatorToken } from '@/lib/start/request-full-by-link';
import { linkMigrationCookie, migrationCookie } from '@/lib/start/customer-cookies';
import { listStartTools } from '@/lib/start/list-start-tools';
import { listOwnRequests, ownRequestsCookie, type OwnRequest } from '@/lib/start/own-requests';
import { readMigration } from '@/lib/start/read-migration';
import { readPageBranding } from '../read-page-branding';
import { readTyped } from '../read-typed';
import { redirectCustomer } from '../redirect-customer';

/** The service sends customers here who want the full migration (API v2, section 9). */
export default async function FullMigrationPage(props: { searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const params = await props.searchParams;
  const token = singleParam(params[landfall.settings.fullRequestParam]);
  const found =
    token === undefined
      ? undefined
      : await findByOperatorToken(landfall.start, { token, address: clientAddress(await headers()) });
  if (found) {
    const lang = singleParam(params['lang']) ?? found.language ?? undefined;
    redirectCustomer(`/m/${found.migrationToken}`, { ...params, lang });
  }
  const { publicOrigin, whoPays } = landfall.settings;
  // Only the browser that started a migration or filed a request sees its state.
  const jar = await cookies();
  const tokens = [migrationCookie, linkMigrationCookie].flatMap((name) => jar.get(name(publicOrigin))?.value ?? []);
  const [{ branding }, opened, requests, tools, typed] = await Promise.all([
    readPageBranding(),
    Promise.all(tokens.map((token) => readMigration(landfall.start, token))),
    listOwnRequests(landfall.start, jar.get(ownRequestsCookie(publicOrigin))?.value),
    whoPays === 'partner' ? listStartTools(landfall.start) : null,
    readTyped(params),
  ]);
  const isSent = readSentParam(singleParam(params[sentParam]), landfall.start.clock.now()) === 'sent';
  return renderCustomerPage({ branding, path: '/full-migration', params }, (messages) => {
    const { t } = messages;
    const migrations = opened.map(
      (own, index) =>
        own.kind === 'migration' && (
          <KnownMigration
            key={own.importId}
            migration={own.migration}
            href={`/m/${tokens[index]}?lang=${messages.language}`}
            messages={messages}
          />
        ),
    );
    const ownRequests = requests.map((request) => <KnownRequest key={request.id} {...request} messages={messages} />);
    if (isSent || whoPays === 'customer') {
      const [title, text] = isSent
        ? [t('full.sentTitle'), t('full.sentText')]
        : [t('migration.payment.buy.title'), t('migration.payment.buy.text')];
      return (
        <>
          <MessagePage title={title} text={text}>
            <HelpLine branding={branding} messages={messages} />
          </MessagePage>
          {migrations}
          {/* The title is about the newest. */}
          {isSent && ownRequests.slice(1)}
        </>
      );
    }
    return (
      <FullMigrationView
        messages={messages}
        partner={branding.partnerName}
        tools={tools ?? []}
        search={readToolSearch(params, '/full-migration')}
        attempt={randomUUID()}
        reference={token?.slice(0, 200) ?? typed['reference'] ?? ''}
        typed={typed}
        invalid={(singleParam(params['problem']) ?? '').split(',')}
        busy={params['busy'] !== undefined}
        known={[...migrations, ...ownRequests].filter(Boolean)}
      />
    );
  });
}

/** The result of an earlier request, in the words of the migration page. */
function KnownMigration({
  migration,
  href,
  messages,
}: {
  migration: CustomerMigration;
  href: string;
  messages: Messages;
}) {
  const { t } = messages;
  const { payment, progress } = migration.situation;
  const state =
    payment === null ? (`migration.progress.${progress}` as const) : (`migration.payment.${payment}` as const);
  return (
    <Known tool={migration.tool} title={t(`${state}.title`)} messages={messages}>
      <p className="mt-3">
        <a href={href} className="text-brand-ink underline underline-offset-2">
          {t('full.open')}
        </a>
      </p>
    </Known>
  );
}

function KnownRequest({ tool, isHandled, messages }: OwnRequest & { messages: Messages }) {
  const { t } = messages;
  const state = isHandled ? 'handled' : 'sent';
  return (
    <Known tool={tool} title={t(`full.${state}Title`)} messages={messages}>
      <p className="mt-1 text-ink-2">{t(`full.${state}Text`)}</p>
    </Known>
  );
}

function Known({
  tool,
  title,
  messages: { t },
  children,
}: {
  tool: string | null;
  title: string;
  messages: Messages;
  children: ReactNode;
}) {
  return (
    <section className="mt-6 max-w-[640px] rounded-tile border border-line-strong p-5 max-md:p-4">
      <h2 className="text-14 [overflow-wrap:anywhere] text-meta">
        {tool === null ? t('full.knownTitle') : t('full.knownTitleFrom', { tool })}
      </h2>
      <p className="mt-1 text-18 font-strong">{title}</p>
      {children}
    </section>
  );
}
