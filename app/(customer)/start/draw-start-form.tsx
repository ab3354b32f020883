import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BrandLink } from '@/components/customer/brand-button';
import { one, type Params } from '@/components/customer/customer-page';
import { KindPage } from '@/components/customer/kind-page';
import { StartForm } from '@/components/customer/start-form';
import type { Words } from '@/components/customer/words/words';
import type { Branding } from '@/lib/contract/branding';
import type { ToolsAnswer } from '@/lib/contract/tools';
import type { StartLink } from '@/lib/start/customer-links';
import type { AttemptRow } from '@/lib/store/creation-attempts';

const errorsSchema = z.array(z.object({ field: z.string(), message: z.string() }));

/** The form as it stands: fresh, or with what became of the last attempt. */
export function drawStartForm(
  given: {
    branding: Branding;
    tools: ToolsAnswer | null;
    link: StartLink | null;
    linkToken: string | null;
    attempt: AttemptRow | null;
    params: Params;
    here: string;
    serviceHost: string;
  },
  words: Words,
) {
  const { attempt, link, params, tools } = given;
  if (tools === null) {
    return (
      <KindPage title={words.sorry.title} text={words.sorry.text}>
        <BrandLink href={given.here}>{words.sorry.tryAgain}</BrandLink>
      </KindPage>
    );
  }
  const allowed = link?.tools ?? null;
  const errors = errorsSchema.safeParse(attempt?.errors ?? []);
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : [])),
  );
  return (
    <StartForm
      branding={given.branding}
      words={words}
      tools={tools.tools.filter((tool) => allowed === null || allowed.includes(tool.value))}
      query={one(params['q']) ?? ''}
      showAll={params['all'] !== undefined}
      chosen={attempt?.tool}
      forWhom={link === null ? null : { username: link.username, instanceUrl: link.instanceUrl }}
      username={attempt?.username ?? ''}
      attempt={randomUUID()}
      linkToken={given.linkToken}
      serviceHost={given.serviceHost}
      again={attempt?.state === 'unknown' ? attempt.id : null}
      errors={[...(errors.success ? errors.data : []), ...missingOf(params, words)]}
      problem={problemOf(attempt, params, words)}
      here={`${given.here}?${query.toString()}`}
      notListed={params['help'] !== undefined}
    />
  );
}

function problemOf(attempt: AttemptRow | null, params: Params, words: Words): { title: string; text: string } | null {
  if (params['busy'] !== undefined) return { title: words.sorry.title, text: words.sorry.busy };
  const [missing] = missingOf(params, words);
  if (missing) return { title: words.refused.title, text: missing.message };
  if (attempt?.state === 'not_created') return { title: words.sorry.title, text: words.sorry.text };
  if (attempt?.state === 'invalid') return words.refused;
  if (attempt?.state === 'unknown') return words.unknownOutcome;
  return null;
}

/** What a browser without checks of its own let through empty. */
function missingOf(params: Params, words: Words): { field: string; message: string }[] {
  if (params['missing'] === 'tool') return [{ field: 'source_tool', message: words.start.chooseTool }];
  if (params['missing'] === 'username') return [{ field: 'destination_username', message: words.start.enterUsername }];
  return [];
}
