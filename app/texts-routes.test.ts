import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '@/lib/contract/problem';
import type { Role } from '@/lib/contract/roles';
import { textPreviewSchema, textsOfLanguageSchema } from '@/lib/contract/texts';
import type { RouteId } from '@/lib/http/access-matrix';
import { openStaffApp, othersThanAdmins, type StaffApp } from './testing/open-staff-app';

const draft = { language: 'en', key: 'start.title', text: 'Hi from {partner}' };

describe('texts for customers', () => {
  let app: StaffApp;
  beforeAll(async () => {
    app = await openStaffApp();
  });
  afterAll(() => app?.close());

  const call = async (id: RouteId, role: Role | null, body: object) => {
    const response = await app.send(id, { role, body });
    return { status: response.status, answer: (await response.json()) as unknown };
  };
  const preview = async (change: Partial<typeof draft>) =>
    textPreviewSchema.parse((await call('texts.preview', 'admin', { ...draft, ...change })).answer);

  it.each(othersThanAdmins)('are for admins only: %s', async (role) => {
    for (const id of ['texts.save', 'texts.preview'] as const)
      expect((await call(id, role, { ...draft, basedOn: 0 })).status, id).toBe(role === null ? 401 : 403);
  });

  it('are saved once per version', async () => {
    const saved = await call('texts.save', 'admin', { ...draft, basedOn: 0 });
    expect(textsOfLanguageSchema.parse(saved.answer).texts).toContainEqual(
      expect.objectContaining({ key: 'start.title', own: draft.text, shipped: 'Bring your data to {partner}' }),
    );
    expect((await call('texts.save', 'admin', { ...draft, basedOn: 0 })).status).toBe(409);
  });

  it('are refused with the field that is wrong, whatever is sent', async () => {
    for (const text of ['<script>x</script>', '{'.repeat(9_999), 7, 'Bring {']) {
      const { status, answer } = await call('texts.save', 'admin', { ...draft, text, basedOn: 1 });
      expect(status).toBe(422);
      expect(problemSchema.parse(answer).errors[0]?.field).toBe('text');
    }
    const large = { ...draft, text: '{'.repeat(100_000), basedOn: 1 };
    expect((await call('texts.save', 'admin', large)).status).toBe(413);
    expect((await call('texts.save', 'admin', { ...draft, language: 'xx', basedOn: 1 })).status).toBe(422);
  });

  it('are previewed with example values, once per plural form', async () => {
    expect(await preview({})).toEqual({ problems: [], examples: [{ count: null, text: 'Hi from Northdesk' }] });
    const plural = { key: 'warnings.items', text: '{count, plural, one {# thing} other {# things}}' };
    expect((await preview(plural)).examples).toEqual([
      { count: 0, text: '0 things' },
      { count: 1, text: '1 thing' },
    ]);
    const arabic = {
      language: 'ar',
      key: 'warnings.items',
      text: '{count, plural, zero {٠} one {#} two {٢} few {#} many {#} other {#}}',
    };
    expect((await preview(arabic)).examples.map(({ count }) => count)).toEqual([0, 1, 2, 3, 11, 100]);
    expect(await preview({ text: `'<'b>'{'x'}'` })).toMatchObject({ examples: [{ text: '<b>{x}' }] });
    expect(await preview({ text: '{unknown}' })).toMatchObject({
      problems: [expect.stringContaining('not available')],
      examples: [],
    });
  });
});
