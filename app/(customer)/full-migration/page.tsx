import { redirect } from 'next/navigation';
import { BrandButton } from '@/components/customer/brand-button';
import { customerPage, one } from '@/components/customer/customer-page';
import { KindPage } from '@/components/customer/kind-page';
import type { SearchParams } from '@/lib/http/page';
import { getLandfall } from '@/lib/server';
import { findByOperatorToken } from '@/lib/start/ask-for-full';
import { readBranding } from '@/lib/start/branding';

const field = 'mt-1 block w-full rounded-tile border border-control bg-canvas px-4 py-3';

/** Where the operator sends customers who want the full migration (section 9 of the interface, API v2). */
export default async function FullMigrationPage(props: { searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const params = await props.searchParams;
  const token = one(params[landfall.settings.fullRequestParam]);
  const own = token === undefined ? undefined : await findByOperatorToken(landfall.start, token);
  if (own !== undefined) redirect(`/m/${own}`);
  const { branding } = await readBranding(landfall.database.db);
  return customerPage({ branding, here: '/full-migration', params }, (words) => {
    if (params['sent'] !== undefined) return <KindPage title={words.full.sentTitle} text={words.full.sentText} />;
    if (landfall.settings.whoPays === 'customer') {
      return <KindPage title={words.full.title} text={words.full.customerPaysText} />;
    }
    return (
      <>
        <h1 className="text-32 font-strong max-md:text-26">{words.full.title}</h1>
        <p className="mt-1 text-ink-2">{words.full.text(branding.partnerName)}</p>
        {params['busy'] !== undefined && (
          <p role="alert" className="mt-4 rounded-tile border border-unkn-line p-4">
            {words.sorry.busy}
          </p>
        )}
        <ol className="mt-6 list-decimal space-y-1 border-y py-5 ps-6 text-15 text-ink-2">
          {words.full.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <form method="post" action="/api/start/request" className="mt-6 grid max-w-[560px] gap-4">
          <input type="hidden" name="language" value={words.language} />
          <input type="hidden" name="reference" value={token?.slice(0, 200) ?? ''} />
          <label>
            <span className="font-strong">{words.full.username}</span>
            <input name="username" required maxLength={1000} autoComplete="username" className={field} />
          </label>
          <label>
            <span className="font-strong">{words.full.tool}</span>
            <input name="tool" required maxLength={500} autoComplete="off" className={field} />
          </label>
          <label>
            <span className="font-strong">{words.full.message}</span>
            <textarea name="message" rows={3} maxLength={3500} className={field} />
          </label>
          <p className="absolute -start-[9999px]" aria-hidden="true">
            <label>
              Website <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </p>
          <div>
            <BrandButton>{words.full.button}</BrandButton>
          </div>
        </form>
      </>
    );
  });
}
