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
      <Table
        label={labels.table}
        scrollLabel={labels.table}
        variant="plain"
        widths={[72, undefined, 160, 168]}
        className="min-w-[640px]"
      >
        <TableHead>
          <Th>{labels.version}</Th>
          <Th>{labels.policy}</Th>
          <Th>{labels.by}</Th>
          <Th>{labels.since}</Th>
        </TableHead>
        <TableBody>
          {versions.map((version) => (
            <Tr key={version.version}>
              <Td className="tabular-nums">{version.version}</Td>
              <Td>{policySummary(version.policy)}</Td>
              <Td className="[overflow-wrap:anywhere]">{version.by}</Td>
              <Td>{version.at !== null && <Time at={version.at} as="moment" />}</Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}
