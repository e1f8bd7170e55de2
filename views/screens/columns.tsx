/** Columns used by many lists. */
import type { Column } from '../parts/lists/table.tsx'
import { When } from '../parts/text/when.tsx'

/** A time, sortable if the list allows it: `timeColumn('Created', 'created_at', zone)`. */
export const timeColumn = <Name extends string>(
  label: string,
  name: Name,
  zone: string,
  more = '',
): Column<{ [N in Name]: string | null }> => ({
  label,
  sort: name,
  class: `num when ${more}`.trim(),
  ...(label === 'When' ? { word: null } : {}),
  cell: (row) => <When time={row[name]} zone={zone} />,
})
