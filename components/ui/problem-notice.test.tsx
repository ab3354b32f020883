import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { ApiProblem } from '@/lib/query/api-fetch';
import { ProblemNotice, toastError } from './problem-notice';
import { currentToasts, dismissToast } from './toast-store';

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

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

test('a session that has ended is said with a way to sign in and come back, in another tab', () => {
  const ended = new ApiProblem({
    ...{ type: 'about:blank', title: 'Sign in first', status: 401, detail: 'Sign in first', errors: [], requestId: '' },
  });
  const html = renderToStaticMarkup(
    <PathnameContext value="/sponsorship">
      <SearchParamsContext value={new URLSearchParams('tab=unknown&find=a b')}>
        <ProblemNotice error={ended} />
      </SearchParamsContext>
    </PathnameContext>,
  );
  expect(html.replace(/<[^>]*>/g, '').trim()).toBe('Your session has ended. Sign in again');
  expect(html).toContain('target="_blank"');
  const [, query = ''] = /href="\/sign-in\?([^"]*)"/.exec(html) ?? [];
  expect(new URLSearchParams(query).get('callbackUrl')).toBe('/sponsorship?tab=unknown&find=a+b');
  toastError('Not undone', ended);
  expect(currentToasts().map(({ detail }) => detail)).toEqual([
    'Your session has ended. Reload this page to sign in again.',
  ]);
});
