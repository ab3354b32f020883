import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { BrandButton } from '@/components/customer/brand-button';
import { keepEmbed, renderCustomerPage, singleParam } from '@/components/customer/render-customer-page';
import { MessagePage } from '@/components/customer/message-page';
import { clientAddress } from '@/lib/http/check-auth';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { getLandfall } from '@/lib/server';
import { findByOperatorToken } from '@/lib/start/request-full-by-link';
import { readBranding } from '@/lib/start/branding';

const fieldClass = 'mt-1 block w-full rounded-tile border border-control bg-canvas px-4 py-3';

/** The service sends customers here who want the full migration (API v2, section 9). */
export default async function FullMigrationPage(props: { searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const params = await props.searchParams;
  const token = singleParam(params[landfall.settings.fullRequestParam]);
  const migrationToken =
    token === undefined
      ? undefined
      : await findByOperatorToken(landfall.start, { token, address: clientAddress(await headers()) });
  if (migrationToken !== undefined) redirect(keepEmbed(`/m/${migrationToken}`, params));
  const { branding } = await readBranding(landfall.database.db);
  return renderCustomerPage({ branding, path: '/full-migration', params }, (messages) => {
    const { t } = messages;
    if (params['sent'] !== undefined) return <MessagePage title={t('full.sentTitle')} text={t('full.sentText')} />;
    if (landfall.settings.whoPays === 'customer') {
      return <MessagePage title={t('migration.payment.buy.title')} text={t('migration.payment.buy.text')} />;
    }
    return (
      <>
        <h1 className="text-32 font-strong max-md:text-26">{t('full.title')}</h1>
        <p className="mt-1 text-ink-2">{t('full.text', { partner: branding.partnerName })}</p>
        {params['busy'] !== undefined && (
          <p role="alert" className="mt-4 rounded-tile border border-unkn-line p-4">
            {t('serviceUnavailable.busy')}
          </p>
        )}
        <ol className="mt-6 list-decimal space-y-1 border-y py-5 ps-6 text-15 text-ink-2">
          {(['request', 'review', 'start'] as const).map((step) => (
            <li key={step}>{t(`full.steps.${step}`)}</li>
          ))}
        </ol>
        <form method="post" action="/api/start/request" className="mt-6 grid max-w-[560px] gap-4">
          <input type="hidden" name="language" value={messages.language} />
          <input type="hidden" name="reference" value={token?.slice(0, 200) ?? ''} />
          <label>
            <span className="font-strong">{t('start.username')}</span>
            <input name="username" required maxLength={1000} autoComplete="username" className={fieldClass} />
          </label>
          <label>
            <span className="font-strong">{t('full.tool')}</span>
            <input name="tool" required maxLength={500} autoComplete="off" className={fieldClass} />
          </label>
          <label>
            <span className="font-strong">{t('migration.requestMessage')}</span>
            <textarea name="message" rows={3} maxLength={3500} className={fieldClass} />
          </label>
          <p className="absolute -start-[9999px]" aria-hidden="true">
            <label>
              Website <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </p>
          <div>
            <BrandButton>{t('migration.actions.request')}</BrandButton>
          </div>
        </form>
      </>
    );
  });
}
