import type { ImportRow } from '@/lib/contract/imports';
import { Section } from '../shell/page';

/** Where the warnings would stand: that there are none is worth knowing too. */
export function NoWarnings({ row }: { row: ImportRow }) {
  return (
    <Section title="Warnings" className="mt-6">
      <p className="text-13 text-meta">
        {row.warnings > 0 ? 'The warnings could not be read from the record.' : 'The service has told of none.'}
      </p>
    </Section>
  );
}
