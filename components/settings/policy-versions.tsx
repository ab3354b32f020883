import type { PolicyVersion } from '@/lib/contract/policy';
import { Section } from '../shell/page';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { Time } from '../ui/time';
import { policySummary } from './policy-summary';

/** Decisions refer to the version they were made under. */
export function PolicyVersions({ versions }: { versions: readonly PolicyVersion[] }) {
  if (versions.length === 0) return null;
  return (
    <Section
      title="Versions"
      count={versions.length}
      className="mt-8"
      remark="Each decision keeps the version it was made under"
    >
      <Table
        label="Versions of the policy"
        scrollLabel="Versions of the policy"
        variant="plain"
        widths={[72, undefined, 160, 168]}
        className="min-w-[640px]"
      >
        <TableHead>
          <Th>Version</Th>
          <Th>Says</Th>
          <Th>By</Th>
          <Th>Since</Th>
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
