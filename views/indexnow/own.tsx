/** Submissions of this install's own public pages. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getOwnIndexnow } from '../../src/operations/indexnow/get-own-indexnow.ts'
import { Empty } from '../parts/card.tsx'
import type { Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { ListCard } from '../parts/table.tsx'
import { submissions } from './sites.tsx'

export type OwnProps = { own: AnswerOf<typeof getOwnIndexnow>; query: Query; self: string; zone?: string }

export const OwnIndexNow = ({ own: { host, ...list }, query, self, zone = 'UTC' }: OwnProps) => (
  <>
    <PageHead
      title="IndexNow, own"
      sub={`Submissions of the pages on ${host}. “Check and send” verifies the key files of all sites and sends waiting links.`}
      actions={<Post action={`${self}/tick`}>Check and send now</Post>}
    />
    <ListCard
      caption="Own submissions"
      columns={submissions(zone)}
      list={list}
      href={self}
      query={query}
      empty={<Empty icon="globe">No submission of {host} yet. Push one of its pages to see it here.</Empty>}
    />
  </>
)
