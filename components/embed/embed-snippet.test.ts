import { expect, it } from 'vitest';
import { embedSnippet, type EmbedChoices } from './embed-snippet';

const plain: EmbedChoices = { element: 'landfall-start', theme: 'auto', language: '', properties: {} };
const origin = 'https://landfall.company.example';

it('is short without choices', () => {
  expect(embedSnippet(plain, { origin, link: null, fallback: 'Start' })).toBe(
    [
      `<script type="module" src="${origin}/embed.js"></script>`,
      '',
      '<landfall-start>',
      `  <a href="${origin}/start" target="_blank">Start</a>`,
      '</landfall-start>',
    ].join('\n'),
  );
});

it('has an attribute for each choice', () => {
  const choices: EmbedChoices = {
    element: 'landfall-status',
    theme: 'dark',
    language: 'de',
    properties: { '--landfall-colour': '#1d6a50', '--landfall-radius': '', '--landfall-font': 'Georgia, serif' },
  };
  const snippet = embedSnippet(choices, { origin, link: 'START_LINK', fallback: 'Show' });
  expect(snippet).toContain(
    '<landfall-status link="START_LINK" lang="de" theme="dark" style="--landfall-colour: #1d6a50; --landfall-font: Georgia, serif">',
  );
  expect(snippet).toContain('<a href="START_LINK" target="_blank">Show</a>');
});
