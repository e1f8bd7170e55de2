/** Submissions of this install's own public pages. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getOwnIndexnow } from '../../src/operations/indexnow/get-own-indexnow.ts'
import { EmptyState } from '../kit/fold.tsx'
import type { Query } from '../parts/lists/list.ts'
import { ListCard } from '../parts/lists/table.tsx'
import { submissions } from './sites.tsx'

type OwnProps = { own: AnswerOf<typeof getOwnIndexnow>; query: Query; self: string; zone?: string }

export const OwnIndexNow = ({ own: { host, ...list }, query, self, zone = 'UTC' }: OwnProps) => (
  <ListCard
    caption="Own submissions"
    columns={submissions(zone)}
    list={list}
    href={self}
    query={query}
    lines
    empty={<EmptyState icon="globe">No submission of {host} yet. Push one of its pages to see it here.</EmptyState>}
  />
)
