import { DataTable } from '../parts/lists/table.tsx'
import type { FieldRow } from './document.ts'

/** Fields of a body. An `answer` always has all fields, so none is marked as required. */
export const FieldTable = ({ caption, rows, answer }: { caption: string; rows: FieldRow[]; answer?: boolean }) => (
  <DataTable
    caption={caption}
    rows={rows}
    columns={[
      {
        label: 'Field',
        cell: ({ at, required }) => (
          <>
            <code>{at.replaceAll('.', '.\u200b')}</code>
            {required && !answer && <small class="muted"> required</small>}
          </>
        ),
      },
      { label: 'Type', cell: ({ type }) => <span class="small">{type}</span> },
      {
        label: 'Meaning',
        cell: ({ description, notes }) => (
          <div class="small">
            {description}
            {notes.length > 0 && <p class="muted">{notes.join('; ').replaceAll(' | ', ' | \u200b')}</p>}
          </div>
        ),
      },
    ]}
  />
)
