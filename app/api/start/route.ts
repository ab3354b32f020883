import { startFormSchema } from '@/lib/contract/start';
import { redirectResponse } from '@/lib/http/redirect-response';
import { route } from '@/lib/server';
import { migrationCookieHeader } from '@/lib/start/migration-link';
import { startMigration } from '@/lib/start/start-migration';

/** The start form's target. Whatever comes of it, the browser goes on by GET; nothing of it stands in the address. */
export const POST = route({ id: 'start.create', body: startFormSchema }, async ({ landfall, caller, body }) => {
  const started = await startMigration(landfall.start, {
    caller: { ...caller, actor: { kind: 'customer', name: 'customer' } },
    attempt: body.attempt,
    sourceTool: body.source_tool,
    linkToken: body.link ?? null,
    username: body.destination_username,
    honeypot: body.website,
  });
  const page = body.link === undefined ? '/start' : `/start/${body.link}`;
  const language: [string, string][] = body.language === undefined ? [] : [['lang', body.language]];
  const to = (path: string, ...more: [string, string][]) =>
    `${path}?${new URLSearchParams([...language, ...more]).toString()}`;
  switch (started.kind) {
    case 'leave': {
      const headers = new Headers();
      if (body.link === undefined)
        headers.append('set-cookie', migrationCookieHeader(started.migrationToken, landfall.settings.publicOrigin));
      return redirectResponse(to(`/m/${started.migrationToken}/go`), headers);
    }
    case 'back':
      return redirectResponse(to(page, ['attempt', started.attempt]));
    case 'busy':
      return redirectResponse(to(page, ['busy', '1']));
    case 'link':
      return redirectResponse(to(page));
  }
});
