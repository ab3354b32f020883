import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messagesByLanguage } from '@/lib/messages/messages';
import { LiveUpdates } from './live-updates';

type Props = ComponentProps<typeof LiveUpdates>;

function refreshOf(given: Pick<Props, 'linkByMail' | 'enteringAddress'>, actions: readonly 'request'[] = []) {
  const situation = { progress: 'running', payment: null, claims: { whoActs: 'service' }, actions };
  const html = renderToStaticMarkup(
    <AppRouterContext value={{} as never}>
      <LiveUpdates
        migration={{ situation, version: '1' } as unknown as Props['migration']}
        linkToken="t"
        partner="Northdesk"
        messages={messagesByLanguage.en}
        {...given}
      />
    </AppRouterContext>,
  );
  return /http-equiv="refresh" content="(\d+)"/i.exec(html)?.[1];
}

it('reloads without script, unless a form is open that someone may be typing into', () => {
  const unknown = { kind: 'unknown' } as const;
  const known = { kind: 'known', email: 'o…@acme.example' } as const;
  expect(refreshOf({ linkByMail: unknown, enteringAddress: false })).toBe('30');
  expect(refreshOf({ linkByMail: { kind: 'waiting' }, enteringAddress: false })).toBe('30');
  for (const kind of ['unknown', 'waiting', 'entered_by_staff'] as const)
    expect(refreshOf({ linkByMail: { kind }, enteringAddress: true })).toBeUndefined();
  expect(refreshOf({ linkByMail: known, enteringAddress: true })).toBe('30');
  expect(refreshOf({ linkByMail: known, enteringAddress: false }, ['request'])).toBeUndefined();
});
