import type { Metadata } from 'next';
import { ApiReference } from '@/components/api-reference/api-reference';
import { apiReferenceLabels as labels } from '@/components/api-reference/labels';
import { Page, PageHeader } from '@/components/shell/page';
import { LinkButton } from '@/components/ui/link-button';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { apiDocument } from '@/lib/openapi/api-document';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: labels.title };

export default async function ApiReferencePage(props: { searchParams: SearchParams }) {
  const { landfall } = await staffPage('api-reference', props.searchParams);
  return (
    <Page>
      <PageHeader
        title={labels.title}
        meta={labels.version(apiDocument.info.version)}
        actions={
          <LinkButton href="/api/openapi.json" plain icon="download">
            {labels.document}
          </LinkButton>
        }
      />
      <ApiReference document={apiDocument} origin={landfall.settings.publicOrigin} />
    </Page>
  );
}
