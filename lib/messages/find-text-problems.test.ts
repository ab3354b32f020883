import { describe, expect, it } from 'vitest';
import { languages } from '../contract/languages';
import { editableTexts, findTextProblems, maxCharactersOf } from './find-text-problems';

const problemsOf = (key: string, text: string) => findTextProblems('en', key, text);

describe('findTextProblems', () => {
  it.each(languages)('finds none in the texts we ship in %s', (language) => {
    for (const [key, text] of editableTexts(language)) expect(findTextProblems(language, key, text), key).toEqual([]);
  });

  it('takes texts of one’s own, with or without the placeholders that are not needed', () => {
    expect(problemsOf('start.title', 'Willkommen bei {partner}')).toEqual([]);
    expect(problemsOf('start.title', 'Move in')).toEqual([]);
    expect(problemsOf('start.searchPlaceholder', 'Search {count, number} tools')).toEqual([]);
    expect(problemsOf('start.searchPlaceholder', '{count, plural, =0 {None} other {# tools}}')).toEqual([]);
    expect(problemsOf('start.title', `Costs '{'nothing'}' '<'here>`)).toEqual([]);
  });

  it.each([
    ['start.title', '{customer}', /\{customer\} is not available here\. Available: \{partner\}/],
    ['start.search', '{partner}', /This text has no placeholders/],
    ['start.title', '<b>{partner}</b>', /<b> is not available here/],
    ['start.title', '<script>alert(1)</script>', /<script> is not available here/],
    ['start.title', '<img src=x onerror=alert(1)>', /not balanced/],
    ['start.title', 'Bring {partner', /not balanced/],
    ['start.title', 'Bring {', /not balanced/],
    ['start.title', '{partner, plural, other {#}}', /\{partner\} is a text/],
    ['start.searchPlaceholder', '{count, date}', /not supported/],
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

  it('allows longer texts than ours, within limits', () => {
    expect(maxCharactersOf('Help')).toBe(200);
    expect(problemsOf('help', 'x'.repeat(200))).toEqual([]);
    expect(problemsOf('help', 'x'.repeat(201))).toEqual(['At most 200 characters']);
  });
});
