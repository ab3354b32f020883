import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultBranding } from '../../contract/branding';
import { anyText } from '../../core/testing/any-text';
import { contrastRatio } from '../../contract/contrast';
import { mailTemplateProblems, maxSubjectCharacters } from '../../contract/mail-templates';
import { customerEvents } from '../../contract/outbox';
import type { Situation } from '../../contract/situation';
import { languageFacts, languages } from '../../contract/languages';
import type { CustomerRule } from '../../contract/warning-rules';
import { findSituation } from '../../import-detail/find-situation';
import { allSituationInputs } from '../../import-detail/testing/all-situations';
import type { Brand } from '../../messages/brand-messages';
import { defaultMailTemplates, messagesByLanguage } from '../../messages/messages';
import type { MailFacts } from './mail-facts';
import { renderMail } from './render-mail';
import { sampleMailFacts } from './sample-mail-facts';
import { makeMailFacts } from './testing/make-mail-facts';
import { parseHtml } from './testing/parse-html';

const branding: Brand = {
  ...defaultBranding,
  texts: {},
  helpUrl: 'https://help.partner.example',
  privacyUrl: 'mailto:privacy@partner.example',
};
const text = 'Hello,\n\n{status}\n\n{note}\n\n{summary}\n\n{warnings}\n\n{link}';
const template = { subject: 'From {tool} to {partner}', text };
const render = (facts: Partial<MailFacts>, changes: Partial<Parameters<typeof renderMail>[0]> = {}) =>
  renderMail({ facts: makeMailFacts(facts), branding, template, ...changes });

const rule = (severity: CustomerRule['severity'], explanation: string, fix = ''): CustomerRule => ({
  id: explanation.slice(0, 20),
  severity,
  kinds: [],
  texts: [],
  customer: { en: { explanation, fix } },
});

/** Each once, by what is said. */
const situations = new Map<string, Situation>(
  allSituationInputs.map((input) => {
    const situation = findSituation(input);
    return [`${situation.progress} ${situation.payment}`, situation];
  }),
);

describe.each(languages)('the default e-mails in %s', (language) => {
  const { t } = messagesByLanguage[language];

  it.each(customerEvents)('%s is valid and says what the customer’s page says, in every situation', (event) => {
    const given = defaultMailTemplates[language][event];
    expect(mailTemplateProblems(given)).toEqual([]);
    for (const situation of situations.values()) {
      const mail = render({ event, language, situation }, { template: given });
      const html = parseHtml(mail.html).text;
      const sentences = [
        t(`migration.progress.${situation.progress}.reply`),
        ...(situation.payment === null ? [] : [t(`migration.payment.${situation.payment}.reply`)]),
        t('mail.openPage'),
        t('mail.unsubscribe'),
      ];
      for (const sentence of sentences) {
        expect(mail.text).toContain(sentence);
        expect(html).toContain(sentence);
      }
      expect(mail.html).toContain(`<html lang="${language}" dir="${languageFacts[language].dir}">`);
      expect(`${mail.subject}${mail.text}${html}`).not.toMatch(/[{}]|\bnull\b|undefined/);
      expect(mail.text).not.toMatch(/\n{3}/);
    }
  });

  it.each(customerEvents)('%s shows the approver’s note, the summary and the warnings of the example', (event) => {
    const facts = sampleMailFacts({ publicOrigin: 'https://x.example', whoPays: 'partner' }, branding, event, language);
    const mail = renderMail({ facts, branding, template: defaultMailTemplates[language][event] });
    const hasNote = event === 'accepted' || event === 'rejected';
    const hasSummary = event === 'sample_ready' || event === 'completed';
    expect(mail.text.includes(t('mail.sampleNote'))).toBe(hasNote);
    expect(mail.text.includes(t('mail.summary.users'))).toBe(hasSummary);
    const advice = t(`warnings.kinds.missing_owner.${event === 'completed' ? 'fixAfter' : 'fix'}`);
    expect(mail.text.includes(advice)).toBe(hasSummary);
    // Where the facts say nothing, a template of the partner does not either.
    const own = renderMail({ facts, branding, template: { subject: 'S', text } });
    expect(own.text.includes(t('mail.summary.users'))).toBe(hasSummary);
    expect(own.text.includes(advice)).toBe(hasSummary);
  });
});

describe('an e-mail to a customer', () => {
  it('has the same content in HTML and in plain text', () => {
    const mail = render({
      note: 'First line\nSecond line',
      records: 1234,
      usersMatched: 3,
      usersTotal: 5,
      warningCount: 1200,
      warnings: [
        { rule: rule('action', 'Files are missing.', 'Upload them.'), count: 2 },
        { rule: rule('info', 'Good to know.'), count: 9 },
        { rule: { ...rule('check', ''), customer: {} }, count: 1 },
      ],
    });
    const html = parseHtml(mail.html);
    for (const part of [
      'A note from Northdesk',
      'First line',
      'Second line',
      '1,234',
      '3 of 5',
      '1,200 items need attention',
      'Action needed (2 items)',
      'Files are missing.',
      'What you can do: Upload them.',
      'https://migrate.partner.example/m/secret-token',
    ]) {
      expect(mail.text).toContain(part);
      expect(html.text).toContain(part);
    }
    expect(mail.text + html.text).not.toContain('Good to know.');
    expect(mail.text).toContain('Open your migration page:\nhttps://migrate.partner.example/m/secret-token\n');
    expect(mail.text).toContain('Privacy: privacy@partner.example');
    expect(html.links).toEqual([
      'https://migrate.partner.example/m/secret-token',
      'https://migrate.partner.example/m/secret-token',
      'https://migrate.partner.example/m/secret-token/unsubscribe',
      'https://help.partner.example',
      'mailto:privacy@partner.example',
    ]);
  });

  it('leaves nothing behind where a placeholder has no value', () => {
    const mail = render({ username: null, tool: null }, { branding: { ...defaultBranding, texts: {} } });
    expect(mail.subject).toBe('From your old tool to Northdesk');
    expect(mail.text).toMatchInlineSnapshot(`
      "Hello,

      Your full migration is complete, and you can start working in your new tool. We pay for the full migration, so you do not need to buy it.

      Open your migration page:
      https://migrate.partner.example/m/secret-token

      ---

      You are receiving this e-mail because a migration to Northdesk was started for you.
      Unsubscribe from e-mails about this migration: https://migrate.partner.example/m/secret-token/unsubscribe
      "
    `);
    expect(mail.html).not.toContain('<p></p>');
  });

  it('escapes the addresses of its links', () => {
    const helpUrl = `https://help.example/?a=1&b="onclick="x'<b>`;
    const { tags, links } = parseHtml(render({}, { branding: { ...branding, helpUrl } }).html);
    expect(links).toContain(helpUrl);
    expect(tags.filter((tag) => tag.includes('onclick='))).toHaveLength(1);
  });

  it('keeps names and texts in another script in their places', () => {
    const facts: Partial<MailFacts> = {
      ...{ language: 'ar', tool: 'Help (EU)', note: 'Too large, sorry!\nآسفون', warningCount: 2 },
      warnings: [{ rule: rule('action', 'Files are missing!', 'Upload them.'), count: 2 }],
    };
    const given = { subject: 'من {tool} إلى {partner}', text: '{tool}!\n\n{note}\n\n{warnings}' };
    const mail = render(facts, { template: given });
    const fix = `${messagesByLanguage.ar.t('warnings.fix')} \u2068Upload them.\u2069`;
    expect(mail.subject).toBe('من \u2068Help (EU)\u2069 إلى \u2068Northdesk\u2069');
    for (const part of [mail.text, parseHtml(mail.html).text]) {
      expect(part).toContain('\u2068Help (EU)\u2069!');
      expect(part).toContain(fix);
    }
    for (const own of ['Northdesk', 'Too large, sorry!', 'آسفون', 'Files are missing!', fix]) {
      expect(mail.html).toMatch(new RegExp(`<(p|td) dir="auto" [^>]*>${own}</`));
    }
    expect(render({ ...facts, language: 'en' }, { template: given }).subject).toBe('من Help (EU) إلى Northdesk');
  });

  it('has no marks of direction from outside in a language that runs from right to left', () => {
    const value = 'Zen\u2069\u202Ek\u2067s\r\nBcc: x';
    const given = { subject: `${value}{tool}`, text: `${value}{tool}` };
    const mail = render({ language: 'ar', tool: value, note: value }, { template: given });
    expect(mail.subject).toBe('Zenks Bcc: x\u2068Zenks Bcc: x\u2069');
    expect(mail.text + mail.html).not.toMatch(/[\u202A-\u202E\u2066\u2067]/u);
    expect(mail.text.split('\u2068')).toHaveLength(mail.text.split('\u2069').length);
  });

  it('can be unsubscribed from with one click', () => {
    expect(render({}).headers).toEqual({
      'List-Unsubscribe': '<https://migrate.partner.example/m/secret-token/one-click>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('shows the logo, or the first letter of the partner, on readable colours', () => {
    const logo = { id: 'A'.repeat(43), type: 'png' as const, width: 64, height: 32 };
    const withLogo = render({}, { branding: { ...branding, logo } });
    expect(withLogo.logo).toBe(logo.id);
    expect(withLogo.html).toContain('<img src="cid:logo"');
    for (const colour of ['#000000', '#ffffff', '#ffd400', '#7a7a7a', '#1d6a50']) {
      const { html } = render({}, { branding: { ...branding, partnerName: 'éclair', colour } });
      expect(html).toContain('>É</td>');
      const [, onButton = ''] = /font-weight:600;color:(#\w+);text-decoration:none/.exec(html) ?? [];
      expect(contrastRatio(colour, onButton)).toBeGreaterThanOrEqual(4.5);
      const [, address = ''] = /<a href="[^"]*" style="color:(#\w+)">/.exec(html) ?? [];
      expect(contrastRatio('#ffffff', address)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has a subject of one line without secrets, usernames or hidden characters', () => {
    const { subject } = render({ tool: 'Zen\r\nBcc: a@evil.example\u202Eksed\u0000' });
    expect(subject).toBe('From Zen Bcc: a@evil.exampleksed to Northdesk'.replace(/(?<=[.@:])(?=\S)/g, '\u200C'));
    const long = render({ tool: 'x'.repeat(5000) });
    expect([...long.subject].length).toBeLessThanOrEqual(maxSubjectCharacters);
    expect(long.html.length).toBeLessThan(10_000);
  });

  it.each([
    ['https://evil.example/login', 'a migration to Northdesk was started for you.'],
    ['www.evil.example', 'a migration to Northdesk was started for you.'],
    ['pay at https://evil.example now', 'for pay at now.'],
    ['kim@customer.example', 'for kim@\u200Ccustomer.\u200Cexample.'],
    ['evil.example/login', 'for evil.\u200Cexample/\u200Clogin.'],
    ['evil。example', 'for evil。\u200Cexample.'],
  ])('has no link from the username %s', (username, expected) => {
    const mail = render({ username });
    expect(mail.text).toContain(expected);
    expect(parseHtml(mail.html).text).toContain(expected);
  });
});

const hostile = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' style='position:fixed",
    '&lt;b&gt;',
    '<!--',
    ']]>',
    '{link}',
    '{{partner}}',
    '\u202E<a href="https://evil.example">',
    'https://evil.example',
    '\uD800',
    '\r\nBcc: x@evil.example',
  ),
  anyText({ maxLength: 60 }),
);
const hostileText = fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join(''));

describe('whatever the values are', () => {
  const harmless = new Set(
    ['', 'x'].flatMap((value) =>
      customerEvents.flatMap((event) => parseHtml(renderHostile({ event, value }).html).tags),
    ),
  );

  function renderHostile({ event, value }: { event: MailFacts['event']; value: string }) {
    return render(
      {
        event,
        username: value,
        tool: value,
        note: `${value}\n${value}`,
        records: 1,
        warningCount: 2,
        warnings: [{ rule: rule('check', `x${value}`, value), count: 2 }],
      },
      {
        template: { subject: `{tool} ${value}`, text: `${value}\n${text}` },
        branding: { ...branding, partnerName: `N${value}` },
      },
    );
  }

  it('no tag, attribute or link comes from them, and the subject is one clean line', () => {
    fc.assert(
      fc.property(fc.constantFrom(...customerEvents), hostileText, (event, value) => {
        const mail = renderHostile({ event, value });
        const { tags } = parseHtml(mail.html);
        expect(tags.filter((tag) => !harmless.has(tag))).toEqual([]);
        expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
        expect([...mail.subject].length).toBeLessThanOrEqual(maxSubjectCharacters);
        expect(`${mail.subject}${mail.text}${mail.html}`.isWellFormed()).toBe(true);
        expect(mail.text + mail.html).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u);
      }),
      { numRuns: 300 },
    );
  });

  it('no address in the username or the tool can be made a link', () => {
    const joined = fc
      .array(fc.constantFrom('evil', '.', 'example', '/', '@', ':', '://', 'http', 'www', ' ', '\u200C', '\u200B'), {
        maxLength: 12,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(joined, (value) => {
        const { text: footer } = render(
          { username: value, tool: value },
          { template: { subject: '{tool}', text: '{tool}' } },
        );
        const ours = /https:\S*|Unsubscribe.*|Help: .*|Privacy: .*|privacy@\S*/g;
        expect(footer.replace(ours, '')).not.toMatch(/[.@:/](?=[a-z])/);
      }),
      { numRuns: 500 },
    );
  });
});
