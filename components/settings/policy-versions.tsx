import type { PolicyVersion } from '@/lib/contract/policy';
import { Section } from '../shell/page';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { Time } from '../ui/time';
import { policyVersionLabels as labels } from './policy-labels';
import { policySummary } from './policy-summary';

/** Decisions refer to the version they were made under. */
export function PolicyVersions({ versions }: { versions: readonly PolicyVersion[] }) {
  if (versions.length === 0) return null;
  return (
    <Section title={labels.title} count={versions.length} className="mt-8" remark={labels.remark}>
      <Table label={labels.table} stack variant="plain" widths={[72, undefined, 160, 168]}>
        <TableHead>
          <Th>{labels.version}</Th>
          <Th>{labels.policy}</Th>
          <Th>{labels.by}</Th>
          <Th>{labels.since}</Th>
        </TableHead>
        <TableBody>
          {versions.map((version) => (
            // On a phone: version and date, then the policy, then the person.
            <Tr
              key={version.version}
              className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-t max-md:py-2 max-md:[&>td]:border-0! max-md:[&>td]:p-0!"
            >
              <Td className="tabular-nums max-md:font-strong">
                <span className="md:hidden">{labels.version} </span>
                {version.version}
              </Td>
              <Td className="max-md:order-3 max-md:col-span-2">{policySummary(version.policy)}</Td>
              <Td className="[overflow-wrap:anywhere] max-md:order-4 max-md:col-span-2 max-md:text-meta">
                {version.by}
              </Td>
              <Td className="max-md:order-2 max-md:text-meta">
                {version.at !== null && <Time at={version.at} as="moment" />}
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}
