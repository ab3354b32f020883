import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../core/testing/any-text';
import { customerEvents } from '../../contract/outbox';
import { createKeys, readKey } from './message-keys';

const sampleReady = { event: 'sample_ready', about: '' } as const;
const undone = { event: 'undone', about: '' } as const;

describe('createKeys', () => {
  it('gives different keys to different imports, events and subjects, whatever the ids contain', () => {
    const part = fc.oneof(anyText({ maxLength: 12 }), fc.constantFrom('1:undone:0', ':', '%3A', '0', '1'));
    const id = part.filter((text) => text !== '' && text.isWellFormed() && !text.includes('\u0000'));
    const found = fc.record({
      event: fc.constantFrom(...customerEvents),
      about: fc.constantFrom('', 'ready', 'connect', '0', '5b8e1a4e-3c11-4b6e-9a60-0a4c3d4a5b11'),
    });
    fc.assert(
      fc.property(id, found, id, found, (idA, foundA, idB, foundB) => {
        const a = createKeys(idA, new Set())(foundA);
        const b = createKeys(idB, new Set())(foundB);
        const same = idA === idB && foundA.event === foundB.event && foundA.about === foundB.about;
        return (a === b) === same && readKey(a ?? '', foundA.event).about === foundA.about;
      }),
      { numRuns: 500 },
    );
  });

  it('reports the same step again in the round after the migration was undone', () => {
    const first = createKeys('a', new Set())(sampleReady);
    expect(first).toBe('customer:live:a:sample_ready:0');
    const end = createKeys('a', new Set([`${first}`]))(undone);
    expect(end).toBe('customer:live:a:undone:0');
    const second = createKeys('a', new Set([`${first}`, `${end}`]))(sampleReady);
    expect(second).toBe('customer:live:a:sample_ready:1');
    expect(createKeys('a', new Set([`${first}`, `${end}`, `${second}`]))(undone)).toBe('customer:live:a:undone:1');
  });

  it('does not report the end of a round twice if the status moves back and forth', () => {
    expect(
      createKeys('a', new Set(['customer:live:a:sample_ready:0', 'customer:live:a:undone:0']))(undone),
    ).toBeUndefined();
  });

  it('reports a decision, a request and the start once, in whatever round', () => {
    const keyOf = createKeys('a', new Set(['customer:live:a:undone:0']));
    expect(keyOf({ event: 'accepted', about: 'decision' })).toBe('customer:live:a:accepted:decision');
    expect(keyOf({ event: 'started', about: '' })).toBe('customer:live:a:started:');
  });
});
