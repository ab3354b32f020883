import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BrandLink } from '@/components/customer/brand-button';
import { singleParam, type SearchParams } from '@/components/customer/render-customer-page';
import { MessagePage } from '@/components/customer/message-page';
import { StartForm } from '@/components/customer/start-form';
import type { Messages } from '@/components/customer/messages/en';
import type { Branding } from '@/lib/contract/branding';
import type { ToolsResponse } from '@/lib/contract/tools';
import type { StartLink } from '@/lib/start/customer-links';
import type { StartAttempt } from '@/lib/start/open-start-link';

const errorsSchema = z.array(z.object({ field: z.string(), message: z.string() }));

export function renderStartForm(
  options: {
    branding: Branding;
    tools: ToolsResponse | null;
    link: StartLink | null;
    linkToken: string | null;
    attempt: StartAttempt | null;
    params: SearchParams;
    pagePath: string;
    serviceHost: string;
  },
  labels: Messages,
) {
  const { attempt, link, params, tools } = options;
  if (tools === null) {
    return (
      <MessagePage title={labels.serviceUnavailable.title} text={labels.serviceUnavailable.text}>
        <BrandLink href={options.pagePath}>{labels.serviceUnavailable.tryAgain}</BrandLink>
      </MessagePage>
    );
  }
  const allowed = link?.tools ?? null;
  const errors = errorsSchema.safeParse(attempt?.errors ?? []);
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : [])),
  );
  return (
    <StartForm
      branding={options.branding}
      messages={labels}
      tools={tools.tools.filter((tool) => allowed === null || allowed.includes(tool.value))}
      query={singleParam(params['q']) ?? ''}
      showAll={params['all'] !== undefined}
      chosen={attempt?.tool}
      customer={link === null ? null : { username: link.username, instanceUrl: link.instanceUrl }}
      username={attempt?.username ?? ''}
      attempt={randomUUID()}
      linkToken={options.linkToken}
      serviceHost={options.serviceHost}
      retryOfAttempt={attempt?.state === 'unknown' ? attempt.id : null}
      errors={[...(errors.success ? errors.data : []), ...missingOf(params, labels)]}
      problem={problemOf(attempt, params, labels)}
      pageHref={`${options.pagePath}?${query.toString()}`}
      notListed={params['help'] !== undefined}
    />
  );
}

function problemOf(
  attempt: StartAttempt | null,
  params: SearchParams,
  labels: Messages,
): { title: string; text: string } | null {
  if (params['busy'] !== undefined)
    return { title: labels.serviceUnavailable.title, text: labels.serviceUnavailable.busy };
  const [missing] = missingOf(params, labels);
  if (missing) return { title: labels.invalidInput.title, text: missing.message };
  if (attempt?.state === 'not_created')
    return { title: labels.serviceUnavailable.title, text: labels.serviceUnavailable.text };
  if (attempt?.state === 'invalid') return labels.invalidInput;
  if (attempt?.state === 'unknown') return labels.unknownOutcome;
  return null;
}

/** Fields left empty by a browser without form validation. */
function missingOf(params: SearchParams, labels: Messages): { field: string; message: string }[] {
  if (params['missing'] === 'tool') return [{ field: 'source_tool', message: labels.start.chooseTool }];
  if (params['missing'] === 'username') return [{ field: 'destination_username', message: labels.start.enterUsername }];
  return [];
}
