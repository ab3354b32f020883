import type { Metadata } from 'next';
import { Page, PageHeader } from '@/components/shell/page';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { sandboxLabels, webhooksLabels } from '@/components/webhooks/labels';
import { WebhooksView } from '@/components/webhooks/webhooks-view';
import { webhooksPageQuerySchema } from '@/lib/contract/webhooks';
import { undefinedIfNotFound } from '@/lib/core/errors';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readSearchParams } from '@/lib/http/read-query';
import { readLivePosition, staffPage } from '@/lib/server';
import { describeSetup } from '@/lib/webhooks/describe-setup';
import { readDeliveryDetail, readDeliveryList } from '@/lib/webhooks/list-deliveries';

export const metadata: Metadata = { title: webhooksLabels.title };

export default async function WebhooksPage(props: { searchParams: SearchParams }) {
  const { landfall, environment, searchParams } = await staffPage('webhooks', props.searchParams);
  if (environment === 'sandbox') {
    return (
      <Page>
        <PageHeader title={webhooksLabels.title} />
        <EmptyState
          icon="hook"
          title={sandboxLabels.title}
          actions={
            <LinkButton href="/webhooks" plain>
              {sandboxLabels.showLive}
            </LinkButton>
          }
        >
          {sandboxLabels.text}
        </EmptyState>
      </Page>
    );
  }
  const parsed = webhooksPageQuerySchema.safeParse(readSearchParams(webhooksPageQuerySchema, searchParams));
  // Ignore invalid filters in a URL.
  const { verdict, cursor, delivery } = parsed.success ? parsed.data : {};
  const { webhooks } = landfall;
  const position = await readLivePosition();
  const [list, open] = await Promise.all([
    readDeliveryList(webhooks, {
      verdict: verdict === undefined ? [] : [verdict],
      limit: 50,
      ...(cursor && { cursor }),
    }),
    // Unsigned deliveries are deleted after a while; the URL of a deleted one shows the list.
    delivery === undefined ? undefined : readDeliveryDetail(webhooks, delivery).catch(undefinedIfNotFound),
  ]);
  return (
    <WebhooksView
      list={list}
      position={position}
      setup={describeSetup({ ...landfall.settings, webhook: landfall.connection.webhook })}
      verdict={verdict}
      cursor={cursor}
      open={open}
    />
  );
}
