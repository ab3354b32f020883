import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultBranding } from '../contract/branding';
import { imageIdOf } from '../start/images/image-id';
import type { Database } from '../store/database/database';
import { insertAppSetting } from '../store/staff/app-settings';
import { openTestDatabase } from '../store/testing/open-test-database';
import { layoutMail } from './customers/layout-mail';
import { createLogoReader } from './mail-logo';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.close());

const pictureOf = (size: number) => `data:image/png;base64,iVBORw0KGgoA${'A'.repeat(size)}`;
const saveLogo = (version: number, logo: string | null) =>
  insertAppSetting(database.db, {
    key: 'branding',
    version,
    value: { ...defaultBranding, partnerName: 'Northdesk', logo },
    by: 'Ada',
    at: new Date(),
  });
const mailWith = (logo: string | null) =>
  layoutMail({
    language: 'en',
    branding: {
      ...defaultBranding,
      partnerName: 'Northdesk',
      logo: logo === null ? null : { id: imageIdOf(logo), type: 'png', width: 0, height: 0 },
    },
    subject: 'Your sample is ready',
    blocks: [],
    footer: { reason: '', links: [] },
    headers: {},
  });

it('stores the id of the logo and adds the logo when the message is sent or shown', async () => {
  const logo = pictureOf(100_000);
  await saveLogo(1, logo);
  const stored = mailWith(logo);
  expect(JSON.stringify(stored).length).toBeLessThan(5000);
  const sent = await createLogoReader({ database })(stored);
  expect([sent.logo === logo, sent.html]).toEqual([true, stored.html]);
  expect(sent.html).toContain('src="cid:logo"');
});

it.each([
  ['replaced', 2, pictureOf(8)],
  ['removed', 3, null],
])('leaves out a logo that was %s since, and keeps the name', async (_name, version, newer) => {
  const addLogo = createLogoReader({ database });
  await saveLogo(version, newer);
  const sent = await addLogo(mailWith(pictureOf(4)));
  expect(sent.logo).toBeNull();
  expect(sent.html).not.toContain('<img');
  expect(sent.html).toContain('>Northdesk<');
  // Those written since have the new one.
  expect((await addLogo(mailWith(newer))).logo).toBe(newer);
});
