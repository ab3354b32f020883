import { expect, test } from 'vitest';
import { createNestingGuard } from './nesting-guard';

const message = /inside an open transaction/;

test('rejects the root handle of each database whose transaction is open, and of no other', async () => {
  const [one, other] = [createNestingGuard(), createNestingGuard()];
  await one.inside(async () => {
    expect(one.assertOutside).toThrow(message);
    expect(other.assertOutside).not.toThrow();
    await other.inside(async () => {
      expect(one.assertOutside).toThrow(message);
      expect(other.assertOutside).toThrow(message);
    });
    expect(one.assertOutside).toThrow(message);
    expect(other.assertOutside).not.toThrow();
    await expect(one.inside(async () => undefined)).rejects.toThrow(message);
    one.outside(() => expect(one.assertOutside).not.toThrow());
  });
  expect(one.assertOutside).not.toThrow();
});

test('allows it to work that goes on after its transaction, also inside that of another database', async () => {
  const [one, other] = [createNestingGuard(), createNestingGuard()];
  let commit = () => {};
  const committed = new Promise<void>((resolve) => (commit = resolve));
  let background: Promise<void> | undefined;
  await one.inside(async () => {
    background = other.inside(async () => {
      expect(one.assertOutside).toThrow(message);
      await committed;
      expect(one.assertOutside).not.toThrow();
      expect(other.assertOutside).toThrow(message);
    });
  });
  commit();
  await background;
});
