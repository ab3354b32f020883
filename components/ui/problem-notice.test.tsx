import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiProblem } from '@/lib/query/api-fetch';
import { ProblemNotice } from './problem-notice';

const render = (title: string, detail: string) => {
  const problem = { type: 'about:blank', title, status: 502, detail, errors: [], requestId: '' };
  return renderToStaticMarkup(<ProblemNotice error={new ApiProblem(problem)} />)
    .replace(/<[^>]*>/g, '')
    .trim();
};

test('a detail that begins with the title is not shown after it', () => {
  expect(render('Not allowed', 'Only admins can do this.')).toBe('Not allowed Only admins can do this.');
  expect(render('The service failed', 'The service failed (status 503).')).toBe('The service failed (status 503).');
  expect(render('Not found', 'Not found')).toBe('Not found');
});
