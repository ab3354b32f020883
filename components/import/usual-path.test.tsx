import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Status } from '@/lib/contract/status';
import { UsualPath } from './usual-path';

/** One text per step, as a screen reader reads it. */
function stepsOf(status: Status, gone = false): string[] {
  const html = renderToStaticMarkup(<UsualPath detail={{ row: { status, gone }, timeline: [], decisions: [] }} />);
  return [...html.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, step = '']) =>
    step
      .replace(/<svg.*?<\/svg>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

it('says which step is current and which were not observed', () => {
  const known = 'Sample migration in progress';
  expect(stepsOf({ text: known, family: 'working', known })).toEqual([
    'Collecting credentials Not observed',
    'Waiting to start sample migration Not observed',
    'Sample migration in progress (now)',
    'Sample migration completed',
    'In preparation',
    'Migration in progress',
    'Migration completed',
  ]);
});

it('ends with the status outside the path, or with "no longer available"', () => {
  const known = 'Collecting credentials';
  expect(stepsOf({ text: 'Undo running', family: 'undone', known: 'Undo in progress' })).toEqual([
    'Undo running (now)',
  ]);
  expect(stepsOf({ text: known, family: 'waiting', known }, true)).toEqual([
    'Collecting credentials (passed)',
    'No longer available (now)',
  ]);
});
