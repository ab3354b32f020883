import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SetupForm } from './setup-form';
import { setupProblems } from './setup-labels';

it('is a plain form', () => {
  const html = renderToStaticMarkup(<SetupForm problem={null} email="" />);
  expect(html).toMatch(/<form [^>]*action="\/api\/setup" method="post"/);
  for (const name of ['code', 'email', 'name']) expect(html).toContain(`name="${name}"`);
  expect(html).not.toContain('aria-invalid="true"');
});

it.each(Object.entries(setupProblems))('shows the problem %s beside its field', (name, { message }) => {
  const html = renderToStaticMarkup(<SetupForm problem={name} email="ada@partner.example" />);
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(html).toContain(message);
  expect(html).toContain('value="ada@partner.example"');
});

it('never shows the parameter itself', () => {
  expect(renderToStaticMarkup(<SetupForm problem="Call me instead" email="" />)).not.toContain('Call me');
});
