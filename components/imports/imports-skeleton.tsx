import { PageHeader } from '../shell/page';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { checkboxColumnWidth, importColumns } from './import-columns';

const chipWidths = ['w-44', 'w-60', 'w-52', 'w-52', 'w-32', 'w-44', 'w-48', 'w-36', 'w-40'];

const columns = [{ title: '', width: checkboxColumnWidth, num: false }, ...importColumns];

// Fixed widths, so that server and browser render the same.
const lengths = ['w-52', 'w-44', 'w-56', 'w-48', 'w-40', 'w-60', 'w-36'];

export function ImportsSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="px-6 pt-5 pb-3 max-md:px-4 max-md:pt-4">
        <PageHeader title="Imports" className="min-h-8" />
        <div className="mt-3 flex h-9 items-center gap-5 border-b max-md:h-10">
          {['w-8', 'w-20', 'w-28', 'w-14', 'w-24'].map((width) => (
            <Skeleton key={width} className={width} />
          ))}
        </div>
        <div className="mt-3 flex flex-wrap gap-1.5 max-md:flex-nowrap max-md:overflow-hidden">
          {chipWidths.map((width, at) => (
            <Skeleton key={at} className={`h-6.5 flex-none max-md:h-10 ${width}`} />
          ))}
        </div>
      </div>
      <RowsSkeleton />
    </div>
  );
}

function RowsSkeleton() {
  return (
    <div className="overflow-hidden">
      <LoadingNote>Loading imports</LoadingNote>
      <Table label="imports" widths={columns.map((column) => column.width)} aria-busy>
        <TableHead>
          {columns.map((column) => (
            <Th key={column.title} num={column.num}>
              {column.title}
            </Th>
          ))}
        </TableHead>
        <TableBody>
          {Array.from({ length: 18 }, (_, row) => (
            <Tr key={row} className="pointer-events-none">
              {columns.map((column, place) => (
                <Td key={column.title} num={column.num}>
                  <Skeleton
                    className={
                      place === 0 ? `max-w-full ${lengths[row % lengths.length]}` : column.num ? 'ms-auto w-8' : 'w-3/5'
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
