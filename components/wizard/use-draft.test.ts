import { describe, expect, it } from 'vitest';
import { emptyDraft, isDirty } from './draft';
import { openDraft } from './use-draft';

const newAttempt = () => 'new';
const savedFor = (username: string) => ({ draft: { ...emptyDraft, tool: 'zendesk', username }, attempt: 'saved' });

describe('openDraft', () => {
  it('starts a draft for the customer in the URL', () => {
    expect(openDraft(undefined, 'acme', newAttempt)).toMatchObject({
      draft: { tool: '', username: 'acme' },
      attempt: 'new',
      offered: '',
    });
  });

  it('keeps the draft of the same customer and without a customer in the URL', () => {
    for (const username of ['acme', '']) {
      expect(openDraft(savedFor('acme'), username, newAttempt)).toEqual({ ...savedFor('acme'), offered: '' });
    }
  });

  it('adds the customer to a draft that has none', () => {
    expect(openDraft(savedFor(''), 'acme', newAttempt)).toEqual({ ...savedFor('acme'), offered: '' });
  });

  it('keeps the draft of another customer and offers the one in the URL', () => {
    expect(openDraft(savedFor('other'), 'acme', newAttempt)).toEqual({ ...savedFor('other'), offered: 'acme' });
  });
});

describe('isDirty', () => {
  it('does not count a username from the URL as input', () => {
    expect(isDirty({ ...emptyDraft, username: 'acme' }, 'acme')).toBe(false);
    expect(isDirty({ ...emptyDraft, username: 'acme' }, '')).toBe(true);
    expect(isDirty({ ...emptyDraft, username: 'acme', tool: 'zendesk' }, 'acme')).toBe(true);
    expect(isDirty({ ...emptyDraft, username: '' }, 'acme')).toBe(true);
  });
});
