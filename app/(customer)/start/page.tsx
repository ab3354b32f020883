import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { customerPage, one } from '@/components/customer/customer-page';
import { KindPage } from '@/components/customer/kind-page';
import type { SearchParams } from '@/lib/http/page';
import { getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';
import { migrationCookie } from '@/lib/start/migration-link';
import { readOpenAttempt } from '@/lib/start/open-start-link';
import { drawStartForm } from './draw-start-form';

/** Open mode: anybody may start, and says who they are. */
export default async function StartPage(props: { searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const params = await props.searchParams;
  const { branding } = await readBranding(landfall.database.db);
  const here = '/start';
  if (landfall.settings.startPage !== 'open') {
    return customerPage({ branding, here, params }, (words) => {
      const said = landfall.settings.startPage === 'off' ? words.off : words.broken;
      return <KindPage title={said.title} text={said.text} />;
    });
  }
  const mine = (await cookies()).get(migrationCookie)?.value;
  if (mine !== undefined && landfall.start.links.openMigration(mine).ok && params['again'] === undefined)
    redirect(`/m/${mine}`);
  const tools = await landfall.tools.listSourceTools({ environment: 'live' }).catch(() => null);
  const attempt = await readOpenAttempt(landfall.start, one(params['attempt']));
  const serviceHost = new URL(landfall.settings.service.url).host;
  return customerPage({ branding, here, params }, (words) =>
    drawStartForm({ branding, tools, link: null, linkToken: null, attempt, params, here, serviceHost }, words),
  );
}
