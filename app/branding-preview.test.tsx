import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PreviewPage } from '@/lib/contract/brand-rules';
import BrandingPreviewPage from './(preview)/settings/branding/preview/page';
import { openPage } from './testing/open-page';
import { openTestApp } from './testing/open-test-app';

const needsLink = 'You start your migration with a personal link.';
const usernameField = 'name="destination_username"';

describe.each(['open', 'signed'] as const)('the preview of the branding with START_PAGE=%s', (startPage) => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  beforeAll(async () => {
    app = await openTestApp({ START_PAGE: startPage });
  });
  afterAll(() => app?.close());

  const open = async (page: PreviewPage) => {
    const path = `/settings/branding/preview?page=${page}`;
    const searchParams = Promise.resolve({ page });
    return renderToStaticMarkup(await openPage(path, app.cookie, () => BrandingPreviewPage({ searchParams })));
  };

  it('has the start page as customers see it, with a link and without', async () => {
    const isOpen = startPage === 'open';
    const start = await open('start');
    expect(start).toContain('Start migration');
    expect(start.includes(usernameField)).toBe(isOpen);
    expect(start.includes('kim@customer.example')).toBe(!isOpen);
    const withoutLink = await open('needs-link');
    expect(withoutLink.includes(needsLink)).toBe(!isOpen);
    expect(withoutLink.includes(usernameField)).toBe(isOpen);
  });

  it('has the page before leaving, and those behind links in e-mails', async () => {
    expect(await open('leaving')).toContain('What you do there');
    expect(await open('confirm')).toContain('Confirm address');
    const unsubscribe = await open('unsubscribe');
    expect(unsubscribe).toContain('Unsubscribe from e-mails about this migration?');
    expect(unsubscribe).toContain('kim@customer.example');
  });
});
