import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownStatuses } from '../contract/status';
import { statusSchema } from '../contract/status-schema';
import { recogniseStatus, statusKey } from './recognise-status';

/** Includes broken surrogates. */
const anyText = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength }).map((units) => String.fromCharCode(...units));

describe('recogniseStatus', () => {
  it('recognises the nine documented statuses and their families', () => {
    expect(knownStatuses.map((text) => [text, recogniseStatus(text).family])).toEqual([
      ['Collecting credentials', 'waiting'],
      ['Waiting to start sample migration', 'waiting'],
      ['Sample migration in progress', 'working'],
      ['Sample migration completed', 'turn'],
      ['In preparation', 'waiting'],
      ['Migration in progress', 'working'],
      ['Migration completed', 'done'],
      ['Undo in progress', 'undone'],
      ['Migration cleaned', 'undone'],
    ]);
  });

  it('ignores case, spacing and the older wording, and keeps the text verbatim', () => {
    expect(recogniseStatus('  SAMPLE  import IN progress ')).toEqual({
      text: '  SAMPLE  import IN progress ',
      family: 'working',
      known: 'Sample migration in progress',
    });
    expect(recogniseStatus('Import completed').known).toBe('Migration completed');
    expect(recogniseStatus('waiting_to_start_sample_import').known).toBe('Waiting to start sample migration');
    expect(recogniseStatus('Migration\u00a0cleaned.').known).toBe('Migration cleaned');
  });

  it('keeps unknown texts verbatim in the waiting family', () => {
    for (const text of ['Paused by operator', 'Important migration completed', 'Migration', '', '42', 'constructor']) {
      expect(recogniseStatus(text)).toEqual({ text, family: 'waiting' });
    }
  });

  it('gives every spelling of a status one key and always matches the schema', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...knownStatuses),
        fc.infiniteStream(fc.boolean()),
        fc.constantFrom(' ', '  ', '\t', '\u00a0', '_', '-'),
        fc.boolean(),
        (text, capitals, gap, older) => {
          const worded = older ? text.replace(/migration/i, 'import') : text;
          const spelled = [...worded]
            .map((letter) => (capitals.next().value ? letter.toUpperCase() : letter.toLowerCase()))
            .join('')
            .replaceAll(' ', gap);
          expect(statusKey(spelled)).toBe(text);
          expect(recogniseStatus(spelled).text).toBe(spelled);
        },
      ),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(anyText(600), (text) => {
        expect(statusSchema.safeParse(recogniseStatus(text)).success).toBe(true);
        expect(statusKey(text).length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 300 },
    );
  });
});
