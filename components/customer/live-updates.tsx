import type { CustomerMigration, LinkByMail } from '@/lib/contract/customer-migration';
import type { Messages } from '@/lib/messages/messages';
import { LiveMigration } from './live-migration';

/** Work is watched closely. */
const checkEveryMs = { service: 10_000, staff: 20_000, customer: 20_000, no_one: 60_000 };

/** What keeps an open page and its tab up to date, with script or without. */
export function LiveUpdates({
  migration: { situation, version },
  linkByMail,
  enteringAddress,
  linkToken,
  partner,
  messages: { t, format },
}: {
  migration: Pick<CustomerMigration, 'situation' | 'version'>;
  linkByMail: LinkByMail;
  enteringAddress: boolean;
  linkToken: string;
  partner: string;
  messages: Messages;
}) {
  const { progress, payment, claims, actions } = situation;
  const title = t(`migration.progress.${progress}.title`);
  const heading =
    payment === null ? title : format.sentences([format.sentence(title), t(`migration.payment.${payment}.title`)]);
  const asksForAddress = linkByMail.kind !== 'known' && linkByMail.kind !== 'off';
  const hasFields = actions.includes('request') || (asksForAddress && enteringAddress);
  return (
    <>
      <title>{format.phrases([title, partner])}</title>
      <LiveMigration
        link={linkToken}
        version={version}
        everyMs={checkEveryMs[claims.whoActs]}
        heading={heading}
        labels={{
          updated: t('myMigration.live.updated', { title: heading }),
          news: t('myMigration.live.news'),
          show: t('myMigration.live.show'),
        }}
      />
      {/* Not if it could remove what is being typed. */}
      {!hasFields && claims.whoActs !== 'no_one' && (
        <noscript>
          <meta httpEquiv="refresh" content={claims.whoActs === 'service' ? '30' : '120'} />
        </noscript>
      )}
    </>
  );
}
