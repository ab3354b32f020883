import { describe, expect, it } from 'vitest';
import { languages } from '../contract/languages';
import { editableTexts, findTextProblems, maxCharactersOf } from './find-text-problems';
import { renderExamples } from './render-examples';

const problemsOf = (key: string, text: string) => findTextProblems('en', key, text);

describe('findTextProblems', () => {
  it.each(languages)('finds none in the texts we ship in %s', (language) => {
    for (const [key, text] of editableTexts(language)) expect(findTextProblems(language, key, text), key).toEqual([]);
  });

  it('takes texts of one’s own, with or without the placeholders that are not needed', () => {
    expect(problemsOf('start.title', 'Willkommen bei {partner}')).toEqual([]);
    expect(problemsOf('start.title', 'Move in')).toEqual([]);
    expect(problemsOf('start.searchPlaceholder', 'Search {count, number} tools')).toEqual([]);
    expect(problemsOf('start.searchPlaceholder', '{count, plural, =0 {None} one {# tool} other {# tools}}')).toEqual(
      [],
    );
    expect(problemsOf('start.title', `Costs '{'nothing'}' '<'here>`)).toEqual([]);
  });

  it.each([
    ['start.title', '{customer}', /\{customer\} is not available here\. Available: \{partner\}/],
    ['start.search', '{partner}', /This text has no placeholders/],
    ['start.title', '{constructor}', /\{constructor\} is not available here/],
    ['start.title', '{toString} of {partner}', /\{toString\} is not available here/],
    ['start.title', '{__proto__}', /\{__proto__\} is not available here/],
    ['start.title', '<b>{partner}</b>', /<b> is not available here/],
    ['start.title', '<script>alert(1)</script>', /<script> is not available here/],
    ['start.title', '<img src=x onerror=alert(1)>', /not balanced/],
    ['start.title', 'Bring {partner', /not balanced/],
    ['start.title', 'Bring {', /not balanced/],
    ['start.title', '{partner, plural, other {#}}', /\{partner\} is a text/],
    ['start.searchPlaceholder', '{count, date}', /not supported/],
    ['start.searchPlaceholder', '{count, number, ::currency/nonsense}', /not supported/],
    ['start.searchPlaceholder', '{count, number, percent}', /not supported/],
    ['start.searchPlaceholder', '{count, date} {count, number}', /not supported/],
    ['start.searchPlaceholder', '{count, plural, one {#}}', /not balanced/],
    ['start.searchPlaceholder', '{count, plural, few {#} other {#}}', /English has no plural form “few”/],
    ['start.continueAt', 'You go on elsewhere.', /Add \{host\}/],
    ['send.start.text', 'Hello, until {date}', /Add \{link\}/],
    ['confirmMail.subject', 'Hello\nBcc: all@example.com', /one line/],
    ['start.title', 'a\u0000b', /control characters/],
    ['start.title', ' \t', /Enter a text/],
    ['start.title', '{'.repeat(100_000), /At most 200 characters/],
    ['start.unknown', 'x', /does not exist any more/],
    ['mail.events.started.subject', 'x', /does not exist any more/],
    ['__proto__', 'x', /does not exist any more/],
  ])('refuses %s, case %#', (key, text, problem) => {
    expect(problemsOf(key, text).join(' ')).toMatch(problem);
  });

  it('requires every plural form of the language, and names the missing ones', () => {
    const ofArabic = (text: string) => findTextProblems('ar', 'start.searchPlaceholder', text);
    expect(ofArabic('{count, plural, one {#} other {#}}')).toEqual([
      'Add the plural forms of العربية that are missing: zero, two, few, many',
    ]);
    expect(ofArabic('{count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}')).toEqual([]);
    expect(problemsOf('start.searchPlaceholder', '{count, plural, other {#}}').join()).toMatch(/missing: one$/);
  });

  it('requires the links that we ship, with a text, but no bold type', () => {
    const shipped = editableTexts('en');
    const linked = [...shipped].filter(([, text]) => /<(page|help)>/.test(text));
    expect(linked.length).toBeGreaterThan(2);
    for (const [key, text] of linked) {
      expect(problemsOf(key, text.replace(/<\/?\w+>/g, '')).join(' '), key).toMatch(/Add <(page|help)>…/);
      expect(problemsOf(key, text.replace(/>[^<>]+<\//g, '> </')).join(' '), key).toMatch(/Put the text of the link/);
    }
    expect(problemsOf('start.continueAt', 'You continue at {host}.')).toEqual([]);
  });

  it('allows longer texts than ours, within limits', () => {
    expect(maxCharactersOf('Help')).toBe(200);
    expect(problemsOf('help', 'x'.repeat(200))).toEqual([]);
    expect(problemsOf('help', 'x'.repeat(201))).toEqual(['At most 200 characters']);
  });
});

describe('renderExamples', () => {
  it('throws an error for a text that customers would see as its key', () => {
    for (const text of ['{count, number, ::currency/nonsense}', 'Bring {'])
      expect(() => renderExamples('en', text), text).toThrow();
    expect(renderExamples('en', '{count, plural, one {# tool} other {# tools}}')).toEqual([
      { count: 0, text: '0 tools' },
      { count: 1, text: '1 tool' },
    ]);
  });
});
