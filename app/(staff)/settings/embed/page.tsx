import type { Metadata } from 'next';
import { EmbedReference } from '@/components/embed/embed-reference';
import { EmbedView } from '@/components/embed/embed-view';
import { embedLabels } from '@/components/embed/labels';
import { languageFacts, languages } from '@/lib/contract/languages';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { staffPage } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';

export const metadata: Metadata = { title: embedLabels.title };

export default async function EmbedPage(props: { searchParams: SearchParams }) {
  const { landfall } = await staffPage('settings.embed', props.searchParams);
  const { publicOrigin, frameAncestors, startPage } = landfall.settings;
  const { branding } = await readBranding(landfall.database.db, []);
  return (
    <>
      <EmbedView
        origin={publicOrigin}
        open={startPage === 'open'}
        brandColour={branding.colour}
        languageOptions={languages.map((value) => ({ value, label: languageFacts[value].name }))}
      />
      <EmbedReference origin={publicOrigin} frameAncestors={frameAncestors} />
    </>
  );
}
