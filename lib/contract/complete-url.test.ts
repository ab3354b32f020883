import { describe, expect, it } from 'vitest';
import { completeUrl, isWebUrl } from './complete-url';

describe('completeUrl', () => {
  it.each([
    ['desk.example/acme', 'https://desk.example/acme'],
    [' desk.example ', 'https://desk.example'],
    ['//desk.example', 'https://desk.example'],
    ['desk.example:8080/acme', 'https://desk.example:8080/acme'],
    ['http://desk.example', 'http://desk.example'],
    ['HTTPS://desk.example', 'HTTPS://desk.example'],
    ['mailto:help@desk.example', 'mailto:help@desk.example'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['', ''],
    ['  ', ''],
  ])('completes "%s" to "%s"', (typed, completed) => {
    expect(completeUrl(typed)).toBe(completed);
  });
});

describe('isWebUrl', () => {
  it('accepts completed addresses and rejects text that no scheme can save', () => {
    expect(isWebUrl(completeUrl('desk.example/acme'))).toBe(true);
    for (const text of [
      'two words',
      'desk.example/two words',
      'javascript:alert(1)',
      'ftp://desk.example',
      'priya@acme.example',
    ]) {
      expect(isWebUrl(completeUrl(text)), text).toBe(false);
    }
  });
});
