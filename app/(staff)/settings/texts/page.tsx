import type { Metadata } from 'next';
import { textLabels } from '@/components/texts/labels';
import { TextsView } from '@/components/texts/texts-view';
import { languageSchema } from '@/lib/contract/start';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { staffPage } from '@/lib/server';
import { readTexts } from '@/lib/start/save-text';

export const metadata: Metadata = { title: textLabels.title };

export default async function TextsPage(props: { searchParams: SearchParams }) {
  const { landfall, searchParams } = await staffPage('settings.texts', props.searchParams);
  const language = languageSchema.safeParse(searchParams['language']).data ?? 'en';
  return <TextsView initial={await readTexts(landfall.database.db, language)} />;
}
