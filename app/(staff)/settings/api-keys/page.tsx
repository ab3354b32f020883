import type { Metadata } from 'next';
import { ApiKeysView } from '@/components/api-keys/api-keys-view';
import { apiKeyLabels } from '@/components/api-keys/labels';
import { apiReferenceLabels } from '@/components/api-reference/labels';
import { TextLink } from '@/components/ui/text-link';
import { listApiKeys } from '@/lib/auth/api-keys/change-api-keys';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { apiKeysOptions } from '@/lib/query/use-api-keys';
import { readLivePosition, staffPage } from '@/lib/server';

export const metadata: Metadata = { title: apiKeyLabels.title };

export default async function ApiKeysPage(props: { searchParams: SearchParams }) {
  const { landfall } = await staffPage('settings.api-keys', props.searchParams);
  const position = await readLivePosition();
  const keys = await listApiKeys(landfall);
  const state = dehydrateQueries((client) => {
    client.setQueryData(apiKeysOptions().queryKey, keys);
  });
  return (
    <Hydrated state={state} position={position}>
      <ApiKeysView />
      <p className="mt-6 text-13 text-ink-2">
        {apiReferenceLabels.pointer}{' '}
        <TextLink href="/api-reference" underlined>
          {apiReferenceLabels.title}
        </TextLink>
      </p>
    </Hydrated>
  );
}
