import { expect, it } from 'vitest';
import { byLanguage } from '@/lib/contract/languages';
import { fillMessages } from './fill-messages';

it('fills in the values once per language and leaves braces in values alone', () => {
  const message = { subject: 'Your migration', text: 'From {tool}: {link} {unknown}' };
  const filled = fillMessages(
    byLanguage(() => message),
    (language) => ({ tool: `{link} ${language}`, link: 'L' }),
  );
  expect(filled.en).toEqual({ subject: 'Your migration', text: 'From {link} en: L {unknown}' });
  expect(filled.de.text).toBe('From {link} de: L {unknown}');
});
