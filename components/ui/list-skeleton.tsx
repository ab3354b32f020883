import { LoadingNote, Skeleton } from './skeleton';
import { Table, TableBody, TableHead, Td, Th, Tr } from './table';

// Lengths that look like names of different people; fixed, so that server and browser draw the same.
const lengths = ['w-52', 'w-44', 'w-56', 'w-48', 'w-40', 'w-60', 'w-36'];

/** A list before its rows: the head is real, the rows have their height. */
export function ListSkeleton({
  label,
  columns,
  rows = 12,
}: {
  label: string;
  columns: readonly { title: string; width?: number | undefined; num?: boolean | undefined }[];
  rows?: number | undefined;
}) {
  return (
    <div className="overflow-hidden">
      <LoadingNote>{`Loading ${label}`}</LoadingNote>
      <Table label={label} widths={columns.map((column) => column.width)} aria-busy>
        <TableHead>
          {columns.map((column) => (
            <Th key={column.title} num={column.num}>
              {column.title}
            </Th>
          ))}
        </TableHead>
        <TableBody>
          {Array.from({ length: rows }, (_, row) => (
            <Tr key={row} className="pointer-events-none">
              {columns.map((column, place) => (
                <Td key={column.title} num={column.num}>
                  <Skeleton
                    className={
                      place === 0
                        ? `max-w-full ${lengths[row % lengths.length] ?? 'w-40'}`
                        : column.num
                          ? 'ms-auto w-8'
                          : 'w-3/5'
                    }
                  />
                </Td>
              ))}
            </Tr>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
