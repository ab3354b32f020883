import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  brandImageSchema,
  brandingPreviewSchema,
  brandingVersionSchema,
  defaultBranding,
} from '@/lib/contract/branding';
import { problemSchema } from '@/lib/contract/problem';
import { readBrandImage } from '@/lib/start/brand-images';
import { readBranding } from '@/lib/start/branding';
import { issueBrandingDraft, openBrandingDraft } from '@/lib/start/branding-draft';
import { makeJpeg, makePng, pngChunk } from '@/lib/start/testing/make-image';
import { listAuditAfter } from '@/lib/store/events/audit';
import { insertAppSetting, readAppSetting } from '@/lib/store/staff/app-settings';
import { deleteBrandImageRows } from '@/lib/store/staff/brand-images';
import { openStaffApp, othersThanAdmins, type StaffApp } from './testing/open-staff-app';

const png = makePng(240, 64);
const upload = (file: Buffer, kind = 'logo') => ({ kind, content: file.toString('base64') });

/** In the previous release, the logo was a data URL. */
const previousBrandingSchema = z.object({
  partnerName: z.string().min(1).max(80),
  colour: z.string().regex(/^#[0-9a-f]{6}$/i),
  logo: z
    .string()
    .max(150_000)
    .regex(
      /^data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR[\w+/]{7}RUJQ)[A-Za-z0-9+/]+={0,2}$/,
    )
    .nullable(),
  helpUrl: z.string().max(2000),
  privacyUrl: z.string().max(2000),
});

describe('branding', () => {
  let app: StaffApp;
  beforeAll(async () => {
    app = await openStaffApp();
  });
  afterAll(() => app?.close());

  const send: StaffApp['send'] = (...given) => app.send(...given);
  const read = async () => brandingVersionSchema.parse(await (await send('branding.read')).json());
  const uploadLogo = async (file = png) =>
    brandImageSchema.parse(await (await send('branding.upload', { body: upload(file) })).json());
  const errorsOf = async (response: Response) => problemSchema.parse(await response.json()).errors;

  it.each(othersThanAdmins)('is changed by admins only: %s', async (role) => {
    for (const [id, body] of [
      ['branding.read', undefined],
      ['branding.save', { branding: defaultBranding, basedOn: 0 }],
      ['branding.upload', upload(png)],
      ['branding.preview', { branding: defaultBranding, language: 'en' }],
    ] as const)
      expect((await send(id, { role, body })).status, id).toBe(role === null ? 401 : 403);
  });

  it('checks an image, stores it and shows it to everyone from an address that never changes', async () => {
    const image = await uploadLogo();
    expect(image).toMatchObject({ type: 'png', width: 240, height: 64 });
    const shown = await send('branding.image', { role: null, params: { id: image.id } });
    expect(shown.status).toBe(200);
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-disposition': 'inline; filename="picture.png"',
      etag: `"${image.id}"`,
    });
    expect(shown.headers.has('set-cookie')).toBe(false);
    for (const known of [`"${image.id}"`, `W/"${image.id}"`, `"other", "${image.id}"`]) {
      const again = await send('branding.image', { params: { id: image.id }, headers: { 'if-none-match': known } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect(
      (await send('branding.image', { params: { id: image.id }, headers: { 'if-none-match': '"x"' } })).status,
    ).toBe(200);
    expect((await uploadLogo()).id).toBe(image.id);
  });

  it.each(['A'.repeat(43), 'short', '../../../etc/passwd', "' or 1=1 --", 'A'.repeat(5000), '%00'])(
    'answers 404 without caching for the image %s',
    async (id) => {
      const response = await send('branding.image', { role: null, params: { id } });
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    },
  );

  it.each([
    ['SVG', Buffer.from('<svg onload="alert(1)"/>'), 'logo', 'Must be a PNG, JPEG or WebP image'],
    ['a page after an image', Buffer.concat([png, Buffer.from('<script>')]), 'logo', /more than an image/],
    ['half an image', png.subarray(0, png.length / 2), 'logo', /damaged or incomplete/],
    ['too many pixels', makeJpeg(9000, 9000), 'logo', /at most 2000 by 2000 pixels/],
    ['a JPEG favicon', makeJpeg(32, 32), 'favicon', 'Must be a PNG image'],
  ])('refuses %s at its field and stores nothing', async (_name, file, kind, message) => {
    const response = await send('branding.upload', { body: upload(file, kind) });
    expect(response.status).toBe(422);
    expect(await errorsOf(response)).toEqual([{ field: 'content', message: expect.stringMatching(message) }]);
  });

  it('stores an image without its metadata', async () => {
    const logo = await uploadLogo(makePng(120, 40, { chunks: [pngChunk('tEXt', Buffer.from('Author\0Ada'))] }));
    expect((await readBrandImage(app.landfall.database.db, logo.id))?.base64).toBe(makePng(120, 40).toString('base64'));
  });

  it('refuses more than the limit of the body', async () => {
    const response = await send('branding.upload', { body: upload(Buffer.alloc(200_000)) });
    expect(response.status).toBe(413);
  });

  it('takes the facts of an image from the database, and audits the change without images', async () => {
    const { version, branding } = await read();
    const logo = await uploadLogo();
    const change = { ...branding, partnerName: 'Harbour', logo: { ...logo, width: 1, type: 'webp' } };
    const saved = await send('branding.save', { body: { branding: change, basedOn: version } });
    expect(brandingVersionSchema.parse(await saved.json()).branding).toMatchObject({ partnerName: 'Harbour', logo });
    expect((await send('branding.save', { body: { branding: change, basedOn: version } })).status).toBe(409);
    const text = JSON.stringify((await listAuditAfter(app.landfall.database.db, 0, 100)).at(-1));
    expect(text).toContain('png, 240 by 64 pixels');
    expect(text).not.toContain(png.toString('base64').slice(0, 40));
  });

  it('refuses images that are not stored, and a logo as favicon', async () => {
    const { version, branding } = await read();
    const missing = { id: 'B'.repeat(43), type: 'png', width: 1, height: 1 };
    const jpeg = await uploadLogo(makeJpeg(64, 64));
    const change = { ...branding, darkLogo: missing, favicon: jpeg };
    const response = await send('branding.save', { body: { branding: change, basedOn: version } });
    const message = 'This image is no longer stored. Choose it again.';
    expect(await errorsOf(response)).toEqual([
      { field: 'branding.darkLogo', message },
      { field: 'branding.favicon', message },
    ]);
    expect((await read()).version).toBe(version);
  });

  it('deletes images a day later unless they are in use', async () => {
    const { db } = app.landfall.database;
    const unused = await uploadLogo(makePng(100, 50));
    const used = (await readBranding(db)).branding.logo;
    await db.execute(`update app_settings set at = at - interval '25 hours' where key like 'brand-image/%'`);
    await uploadLogo(makePng(101, 50));
    expect(await readBrandImage(db, unused.id)).toBeNull();
    expect(await readBrandImage(db, used?.id ?? '')).not.toBeNull();
  });

  it('keeps an image that is saved while an upload deletes unused ones', async () => {
    const { db } = app.landfall.database;
    const { version, branding } = await read();
    const logo = await uploadLogo(makePng(102, 50));
    await db.execute(`update app_settings set at = at - interval '25 hours' where key like 'brand-image/%'`);
    await send('branding.save', { body: { branding: { ...branding, logo }, basedOn: version } });
    // The upload has read the branding before it was saved.
    await deleteBrandImageRows(db, { except: [], before: new Date(Date.now() - 86_400_000) });
    expect(await readBrandImage(db, logo.id)).not.toBeNull();
  });

  it('can still be read by the previous release after a save', async () => {
    const { db } = app.landfall.database;
    const saved = async (file: Buffer) => {
      const { version, branding } = await read();
      const logo = await uploadLogo(file);
      const change = { ...branding, partnerName: 'Harbour', logo, darkLogo: logo };
      const response = await send('branding.save', { body: { branding: change, basedOn: version } });
      expect(response.status).toBe(200);
      expect((await read()).branding).toMatchObject({ logo, darkLogo: logo });
      return previousBrandingSchema.parse((await readAppSetting(db, 'branding'))?.value);
    };
    const small = makePng(103, 50);
    const dataUrl = `data:image/png;base64,${small.toString('base64')}`;
    expect(await saved(small)).toMatchObject({ partnerName: 'Harbour', logo: dataUrl });
    const large = makePng(103, 50, { chunks: [pngChunk('iCCP', Buffer.alloc(60_000))] });
    expect(await saved(large)).toMatchObject({ partnerName: 'Harbour', logo: null });
  });

  it('previews unsaved branding for the person who made the draft only, and saves nothing', async () => {
    const before = await read();
    const branding = { ...before.branding, partnerName: 'Unsaved & Sons' };
    const response = await send('branding.preview', { body: { branding, language: 'de' } });
    const { draft, mail } = brandingPreviewSchema.parse(await response.json());
    expect(mail.html).toContain('Unsaved &amp; Sons');
    expect(mail.html).toContain(`src="/api/branding/images/${branding.logo?.id}"`);
    const open = (token: string, staffId: string) => openBrandingDraft(app.landfall.start, { token, staffId });
    expect(open(draft, app.staff.id)).toEqual(branding);
    expect(open(draft, 'another admin')).toBeNull();
    expect(open(`${draft.slice(0, -2)}AA`, app.staff.id)).toBeNull();
    expect(draft).not.toContain('Unsaved');
    expect(await read()).toEqual(before);
  });

  it('has an address for the preview of the longest branding', async () => {
    const url = `https://help.example/${'x'.repeat(1970)}`;
    const image = { id: 'A'.repeat(43), type: 'webp' as const, width: 2000, height: 2000 };
    const branding = {
      ...defaultBranding,
      ...{ partnerName: '移'.repeat(80), darkColour: '#ffffff', helpUrl: url, privacyUrl: url, termsUrl: url },
      ...{ logo: image, darkLogo: image, favicon: image },
    };
    const token = issueBrandingDraft(app.landfall.start, { branding, staffId: app.staff.id });
    expect(token.length).toBeLessThan(4000);
    const opened = openBrandingDraft(app.landfall.start, { token, staffId: app.staff.id });
    expect(opened?.helpUrl).toMatch(/^https:\/\/help\.example\/x+$/);
  });

  it('keeps a logo that was saved as a data URL', async () => {
    const { db } = app.landfall.database;
    const { version } = await read();
    const { partnerName, colour, helpUrl, privacyUrl } = defaultBranding;
    const dataUrl = `data:image/png;base64,${makePng(90, 30).toString('base64')}`;
    const old = { partnerName, colour, helpUrl, privacyUrl, logo: dataUrl };
    await insertAppSetting(db, { key: 'branding', version: version + 1, value: old, by: 'Ada', at: new Date() });
    const { branding } = await read();
    expect(branding).toMatchObject({ partnerName, darkColour: null, termsUrl: '', logo: { type: 'png', width: 0 } });
    const shown = () => send('branding.image', { role: null, params: { id: branding.logo?.id ?? '' } });
    expect((await shown()).status).toBe(200);
    await send('branding.save', { body: { branding: { ...branding, colour: '#123456' }, basedOn: version + 1 } });
    expect((await read()).branding).toMatchObject({ colour: '#123456', logo: branding.logo });
    expect((await shown()).status).toBe(200);
  });
});
