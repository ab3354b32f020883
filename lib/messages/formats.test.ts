import { expect, it } from 'vitest';
import { messagesByLanguage } from './messages';

it('puts sentences into one paragraph, without spaces in Japanese', () => {
  expect(messagesByLanguage.en.format.sentences(['One.', '', 'Two.'])).toBe('One. Two.');
  expect(messagesByLanguage.ja.format.sentences(['一。', '', '二。'])).toBe('一。二。');
});
