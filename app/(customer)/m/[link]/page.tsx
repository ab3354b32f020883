import { redirect } from 'next/navigation';
import { randomUUID } from 'node:crypto';
import { customerPage, one } from '@/components/customer/customer-page';
import { HelpLine } from '@/components/customer/customer-frame';
import { KindPage } from '@/components/customer/kind-page';
import { MigrationView } from '@/components/customer/migration-view';
import type { SearchParams } from '@/lib/http/page';
import { getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';
import { readMigration } from '@/lib/start/read-migration';

export default async function MigrationPage(props: { params: Promise<{ link: string }>; searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const [{ link }, params] = await Promise.all([props.params, props.searchParams]);
  const { branding } = await readBranding(landfall.database.db);
  const opened = await readMigration(landfall.start, link);
  if (opened.kind === 'moved') {
    const language = one(params['lang']);
    redirect(`/m/${opened.migrationToken}${language ? `?lang=${encodeURIComponent(language)}` : ''}`);
  }
  return customerPage({ branding, here: `/m/${link}`, params }, (words) =>
    opened.kind === 'migration' ? (
      <MigrationView
        migration={opened.migration}
        branding={branding}
        words={words}
        linkToken={link}
        newAttempt={randomUUID()}
        problem={
          params['busy'] !== undefined ? words.sorry.busy : params['attempt'] !== undefined ? words.sorry.text : null
        }
      />
    ) : (
      <KindPage title={words[opened.kind].title} text={words[opened.kind].text}>
        <HelpLine branding={branding} words={words} />
      </KindPage>
    ),
  );
}
