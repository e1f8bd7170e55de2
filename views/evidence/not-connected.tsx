/** Clients whose links no property of Google covers, with an invitation for each. */
import { Fold, Section } from '../kit/fold.tsx'
import { Post } from '../parts/forms/post.tsx'
import { DataTable, Named } from '../parts/lists/table.tsx'
import { many, number } from '../parts/text/format.ts'
import type { Coverage } from './props.ts'

/** Rows that are shown at once. */
const FEW = 8

type NotConnectedProps = { coverage: Coverage; self: string }

export const NotConnected = ({ coverage: { not_connected: left, closed }, self }: NotConnectedProps) => {
  if (left.length === 0) return null
  const more = left.length - FEW
  const rows = { self, closed }
  return (
    <Section
      id="not-connected"
      title="Not connected"
      note={`${many(left.length, 'client')}, by links of the last 28 days`}
    >
      <Invitable {...rows} left={left.slice(0, FEW)} />
      {more > 0 && (
        <Fold summary={many(more, 'more client')}>
          <Invitable {...rows} left={left.slice(FEW)} />
        </Fold>
      )}
    </Section>
  )
}

type InvitableProps = { self: string; closed: Coverage['closed']; left: Coverage['not_connected'] }

const Invitable = ({ self, closed, left }: InvitableProps) => (
  <DataTable
    caption="Not connected"
    lines
    rows={left}
    columns={[
      { label: 'Client', cell: ({ name }) => <Named name={name} /> },
      { label: 'Links', class: 'num', cell: ({ links }) => number(links) },
      {
        label: 'Actions',
        class: 'end',
        cell: ({ tenant_id, name }) =>
          !closed && (
            <Post
              action={`${self}/invite`}
              fields={{ tenant_id }}
              class="btn small"
              icon="mail"
              label="Invite to connect"
              of={name}
            />
          ),
      },
    ]}
  />
)
