import type { ImportRow } from './list-imports';

const columns = ['Import', 'Username', 'Tool', 'Status', 'Warnings', 'Decision', 'Last seen'];

export function ImportTable({ imports }: { imports: readonly ImportRow[] }) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {imports.map((row) => (
          <tr key={row.id} data-import={row.id}>
            <td>{row.id}</td>
            <td>{row.username}</td>
            <td>{row.tool}</td>
            <td>{row.status?.text}</td>
            <td>{row.warnings}</td>
            <td>{row.decision}</td>
            <td>{String(row.seenAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
