/** Why Google keeps pages of a push out, by its own word in the newest inspection of each. */
import Type, { type Static } from 'typebox'
import { causeWords, GOOGLE_CAUSES, type GoogleCause } from '../../domains/checks/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

export type GoogleCauseCount = Static<typeof GoogleCauseCount>
export const GoogleCauseCount = Shape('GoogleCauseCount', {
  cause: Type.Enum(GOOGLE_CAUSES),
  says: Type.String({ description: 'In words, after "Google:"' }),
  act: Type.String({ description: 'Advice that helps' }),
  links: Type.Integer({ minimum: 1, description: 'Links whose newest inspection names it' }),
  example: Type.String({ description: 'URL of one of them' }),
})

/** A link that was found since has no cause: its newest inspection names none. */
export const causesOfJob = (tx: ReadTx, job_id: string): GoogleCauseCount[] =>
  tx
    .rows<{ cause: GoogleCause; links: number; example: string }>(
      `select k.cause, count(*) as links, min(k.url) as example from (
         select max(id) as id from looks indexed by looks_of_google
         where job_id = ? and state = 'done' and adapter = 'search_console' group by link_id) newest
       join looks k on k.id = newest.id
       where k.cause is not null and k.indexed = 'no' group by 1 order by links desc, 1`,
      job_id,
    )
    .map((one) => ({ ...one, ...causeWords(one.cause) }))
