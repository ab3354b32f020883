import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { randomUUID } from 'node:crypto';
import { renderCustomerPage, singleParam } from '@/components/customer/render-customer-page';
import { ForgetParam } from '@/components/customer/forget-param';
import { keepParam } from '@/components/customer/keep-page';
import { LiveUpdates } from '@/components/customer/live-updates';
import { LinkProblem } from '@/components/customer/message-page';
import { MigrationView } from '@/components/customer/migration-view';
import { isZone } from '@/components/ui/format-instant';
import { readPreference } from '@/components/ui/preference-cookie';
import { fullRequestParam, readSentParam, retryParam, sentParam } from '@/lib/contract/sent-param';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readLinkByMail } from '@/lib/outbox/links/read-link-by-mail';
import { getLandfall } from '@/lib/server';
import { readVisitorId } from '@/lib/http/visitor-cookie';
import { readMigration } from '@/lib/start/read-migration';
import { readPageBranding } from '../../read-page-branding';
import { readTyped } from '../../read-typed';
import { redirectCustomer } from '../../redirect-customer';

/** The page has its own title, in the language of the customer. */
export const metadata: Metadata = { title: null };

export default async function MigrationPage(props: { params: Promise<{ link: string }>; searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const [{ link }, params, jar] = await Promise.all([props.params, props.searchParams, cookies()]);
  const { branding } = await readPageBranding();
  const { mailMode } = landfall.start;
  const visitorId = readVisitorId(jar.toString(), landfall.settings.publicOrigin);
  const opened = await readMigration(landfall.start, link, { visitorId });
  if (opened.kind === 'moved') redirectCustomer(`/m/${opened.migrationToken}`, params);
  if (opened.kind !== 'migration') {
    return renderCustomerPage({ branding, path: `/m/${link}`, params }, (messages) => (
      <>
        <title>{messages.format.phrases([messages.t(`${opened.kind}.title`), branding.partnerName])}</title>
        <LinkProblem kind={opened.kind} {...{ branding, messages, mailMode }} />
      </>
    ));
  }
  const { migration, importId } = opened;
  const linkByMail = await readLinkByMail(landfall.outbox, { importId, username: migration.username });
  const typed = await readTyped(params);
  const zone = readPreference(jar, 'zone') ?? 'UTC';
  const now = landfall.start.clock.now();
  const sent = readSentParam(singleParam(params[sentParam]), now);
  const retried = readSentParam(singleParam(params[retryParam]), now);
  const requested = readSentParam(singleParam(params[fullRequestParam]), now);
  const isUnsent = requested === 'unavailable';
  const enteringAddress = params[keepParam] !== undefined || sent === 'invalid';
  return renderCustomerPage({ branding, path: `/m/${link}`, params, migration }, (messages, { embedded }) => (
    <>
      {params[sentParam] !== undefined && <ForgetParam name={sentParam} />}
      {params[retryParam] !== undefined && <ForgetParam name={retryParam} />}
      <LiveUpdates
        migration={migration}
        linkByMail={linkByMail}
        enteringAddress={enteringAddress}
        linkToken={link}
        partner={branding.partnerName}
        messages={messages}
      />
      <MigrationView
        migration={migration}
        branding={branding}
        messages={messages}
        linkToken={link}
        newAttempt={randomUUID()}
        linkByMail={linkByMail}
        sent={sent}
        typedAddress={typed['link_email']}
        enteringAddress={enteringAddress}
        isOpen={landfall.settings.startPage === 'open'}
        embedded={embedded}
        zone={isZone(zone) ? zone : 'UTC'}
        problem={
          isUnsent
            ? messages.t('migration.requestNotSent')
            : retried === 'busy' || retried === 'unavailable'
              ? messages.t(retried === 'busy' ? 'toolRequest.busy' : 'serviceUnavailable.text')
              : null
        }
        unsentMessage={isUnsent ? typed['request_message'] : undefined}
      />
    </>
  ));
}
