import { describe, expect, it } from 'vitest';
import { messagesFor } from './brand-messages';
import { messagesByLanguage } from './messages';

describe('messagesFor', () => {
  it('has the partner’s own texts in their language alone', () => {
    const brand = { texts: { de: { 'start.title': 'Willkommen bei {partner}' } } };
    expect(messagesFor(brand, 'de').t('start.title', { partner: 'Acme' })).toBe('Willkommen bei Acme');
    expect(messagesFor(brand, 'de').t('start.search')).toBe(messagesByLanguage.de.t('start.search'));
    expect(messagesFor(brand, 'en')).toBe(messagesByLanguage.en);
    expect(messagesFor({ texts: {} }, 'de')).toBe(messagesByLanguage.de);
  });

  it('follows a change, and keeps what it made until then', () => {
    const first = messagesFor({ texts: { nl: { help: 'Een' } } }, 'nl');
    expect(messagesFor({ texts: { nl: { help: 'Een' } } }, 'nl')).toBe(first);
    expect(messagesFor({ texts: { nl: { help: 'Twee' } } }, 'nl').t('help')).toBe('Twee');
    expect(messagesFor({ texts: {} }, 'nl').t('help')).toBe(messagesByLanguage.nl.t('help'));
  });

  it('ignores own texts that do not fit what we ship', () => {
    const texts = { en: { 'start.title': 'For {unknown}', gone: 'x', help: 'Get help' } };
    const { t } = messagesFor({ texts }, 'en');
    expect(t('start.title', { partner: 'Acme' })).toBe('Bring your data to Acme');
    expect(t('help')).toBe('Get help');
  });

  it('formats English as the reader’s region does, and other languages as always', () => {
    const at = new Date('2026-11-02T15:00:00Z');
    expect(messagesFor({ texts: {} }, 'en', 'en-US').format.dateTime(at)).toMatch(/^Nov 2, 2026, 3:00\sPM$/);
    expect(messagesFor({ texts: {} }, 'en', 'fr').format.dateTime(at)).toBe('2 Nov 2026, 15:00');
    expect(messagesFor({ texts: {} }, 'ar', 'ar-EG').format.number(1234.5)).toBe('1,234.5');
  });

  it('isolates values in texts that run from right to left, but not links', () => {
    const { t, dir } = messagesFor({ texts: {} }, 'ar');
    expect(dir).toBe('rtl');
    expect(t('start.title', { partner: 'acme.example' })).toContain('\u2068acme.example\u2069');
    const link = 'https://desk.example/m/x';
    expect(t('send.migration.text', { tool: '{tool}', link })).toMatch(/(^|[^\u2068])https:\/\/desk\.example\/m\/x\n/);
    expect(t.markup('start.forCustomer', { username: 'a@b.c', b: (text) => `<b>${text}</b>` })).toContain(
      '<b>\u2068a@b.c\u2069</b>',
    );
    expect(messagesByLanguage.en.t('start.title', { partner: 'x' })).not.toMatch(/[\u2066-\u2069]/);
  });
});
