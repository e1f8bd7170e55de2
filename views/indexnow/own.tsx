/** What this install tells search engines of its own public pages, and everybody's keys looked at again. */
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
      sub={`Submissions of the pages on ${host}. A tick looks at the key files of all sites and sends what waits.`}
      actions={<Post action={`${self}/tick`}>Look and send now</Post>}
    />
    <ListCard
      caption="Own submissions"
      columns={submissions(zone)}
      list={list}
      href={self}
      query={query}
      empty={<Empty icon="globe">Nothing of {host} was sent yet. Push one of its pages, and it stands here.</Empty>}
    />
  </>
)
