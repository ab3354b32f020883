import { describe, expect, it } from 'vitest';
import { saveMailSettingsBodySchema } from './customer-mails';
import { mailTemplateProblems, splitTemplate } from './mail-templates';

const problems = (subject: string, text: string) =>
  mailTemplateProblems({ subject, text }).map(({ field, message }) => `${field}: ${message}`);

describe('a template', () => {
  it('has placeholders in braces; other braces are text', () => {
    expect(splitTemplate('Hi {partner}, { tool } {} { {x y} }{')).toEqual([
      { text: 'Hi ' },
      { placeholder: 'partner' },
      { text: ', ' },
      { placeholder: 'tool' },
      { text: ' {} { {x y} }{' },
    ]);
    expect(problems('{x y} {}', 'Hello {} {\n{link}')).toEqual([]);
  });

  it.each([
    ['Fine', 'Text\n{link}', []],
    ['', '', ['subject: Enter a subject', 'text: Enter a text']],
    ['x'.repeat(151), '{link}', ['subject: At most 150 characters']],
    ['Two\r\nlines', '{link}', ['subject: The subject must be one line']],
    ['x', `${'x'.repeat(5000)}{link}`, ['text: At most 5000 characters']],
    ['x', 'No link', ['text: Add {link}, so that customers find their page']],
    ['x', 'See {link}', ['text: {link} needs a line of its own']],
    ['x', '{link}\n{note} {note}', ['text: Use {note} once']],
    [
      'x',
      '{username}\n{link}',
      [/^text: {username} is not allowed here. Allowed: {partner}, {tool}, {status}, {note}/],
    ],
    ['{größe}', '{link}', ['subject: {größe} is not allowed here. Allowed: {partner}, {tool}']],
  ])('is checked: %j, %j', (subject, text, expected) => {
    const found = problems(subject, text);
    expect(found).toHaveLength(expected.length);
    expected.forEach((one, at) =>
      expect(found[at]).toEqual(typeof one === 'string' ? one : expect.stringMatching(one)),
    );
  });

  it.each(['link', 'note', 'warnings', 'status', 'summary', 'username'])('has no {%s} in its subject', (name) => {
    expect(problems(`{${name}}`, '{link}')).toEqual([
      `subject: {${name}} is not allowed here. Allowed: {partner}, {tool}`,
    ]);
  });

  it('is refused by the API with the field it is about', () => {
    const result = saveMailSettingsBodySchema.safeParse({
      enabled: {},
      templates: { en: { started: { subject: '', text: '{link}' } } },
    });
    expect(result.error?.issues.map(({ path }) => path.join('.'))).toContain('templates.en.started.subject');
  });
});
