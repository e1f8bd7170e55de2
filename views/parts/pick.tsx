/** Boxes on the rows of a list, for what is done with those that are ticked: the form is called `picked`. */
import type { Column } from './table.tsx'

type Box = { value: string; label: string; url?: string }

export const pickColumn = <Row,>(field: string, of: (row: Row) => Box): Column<Row> => ({
  label: 'Select',
  class: 'pick',
  head: (
    <>
      <span class="vh">Select</span>
      <input type="checkbox" class="js-only" aria-label="Select all on this page" />
    </>
  ),
  cell: (row) => {
    const { value, label, url } = of(row)
    return (
      <input type="checkbox" form="picked" name={field} value={value} data-url={url} aria-label={`Select ${label}`} />
    )
  },
})
