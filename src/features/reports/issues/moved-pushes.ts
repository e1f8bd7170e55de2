/** Reports that counted a push which is in another workspace now. */

import type { JobRow } from '../../../domains/jobs/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { expiresAt } from './calendar.ts'
import { reissue, wordsFor } from './drafting.ts'
import { type FrozenFigures, freeze, isEmpty } from './freeze.ts'
import { type Issue, later, NEXT } from './issue-states.ts'
import { tellApprovers } from './notice-letters.ts'
import { CORRECTS, ISSUE_COLUMNS, issueOf, readerOfIssue } from './read.ts'

type Push = Pick<JobRow, 'id' | 'created_at'>

/** Links that became final late are counted by the next report, between its figures and those of the one before. */
const COUNTED_LATE = `i.starts_at > ?2 and exists (select 1 from links l
  where l.job_id = ?1 and (l.state = 'indexed' or l.credit = 'released') and l.settled_at <= i.frozen_at
    and l.settled_at > (select max(e.frozen_at) from report_issues e where e.tenant_id = i.tenant_id and e.ends_at = i.starts_at))`

const COUNTED = `select ${ISSUE_COLUMNS} from report_issues i
  where i.tenant_id in (select value from json_each(?3)) and (i.state not in ('declined', 'expired') or ${CORRECTS})
    and not exists (select 1 from report_issues n
      where n.tenant_id = i.tenant_id and n.period = i.period and n.revision > i.revision)
    and ((i.starts_at <= ?2 and i.ends_at > ?2) or (${COUNTED_LATE})) and i.frozen_at <= ?4
  order by i.id`

/** The latest reports of these workspaces that counted the push, or would have, with figures not after `until`. */
export const issuesWith = (tx: ReadTx, push: Push, tenant_ids: readonly string[], until: Time): Issue[] =>
  tx.rows<Issue>(COUNTED, push.id, push.created_at, JSON.stringify(tenant_ids), until)

/** Whether readers may have it, so that it is corrected by another revision; any other is counted again as it is. */
export const isOut = ({ state }: Pick<Issue, 'state'>): boolean =>
  state === 'sent' || state === 'sending' || state === 'declined' || state === 'expired'

/** Counts a report again. False while its letters are handed over: then it is done later. */
export async function countAgain(app: App, issue: Issue, reason: string): Promise<boolean> {
  if (issue.state === 'sending') return false
  const store = isOut(issue) ? await reissue(app, issue, reason) : await recounted(app, issue, reason)
  app.db.write((tx) => {
    const id = store(tx)
    if (issueOf(tx, id)!.state === 'waiting') tellApprovers(tx, app, id, 'waiting')
  })
  return true
}

async function recounted(app: App, { id, tenant_id, period }: Issue, reason: string): Promise<(tx: Tx) => string> {
  const frozen = await freeze(app, tenant_id, period)
  return (tx) => {
    const stored = issueOf(tx, id)!
    const waits = stored.state === 'approved' || (stored.state === 'skipped' && !isEmpty(frozen))
    refreeze(tx, stored, frozen, { comment: commentFor(tx, stored, frozen), reason, waits })
    return id
  }
}

/** A comment that nobody edited follows the figures. */
function commentFor(tx: Tx, stored: Issue, frozen: FrozenFigures): string {
  const untouched = stored.state === 'skipped' || (stored.updated_at === stored.created_at && stored.revision === 1)
  return untouched
    ? wordsFor(tx, stored.tenant_id, stored.period, frozen, readerOfIssue(stored)).comment
    : stored.comment
}

/** New figures of a report that nobody has yet. With `waits` it waits for approval, again or at last. */
const refreeze = (
  tx: Tx,
  issue: Issue,
  frozen: FrozenFigures,
  { comment, reason, waits }: { comment: string; reason: string; waits: boolean },
): number => {
  const expires_at = later(issue.expires_at, expiresAt(tx.now))
  return tx.run(
    `update report_issues set comment = ?1, summary = ?2, figures = ?3, figures_sha256 = ?4, frozen_at = ?5, pdf = null,
       reason = iif(revision > 1, ltrim(coalesce(reason, '') || ' ' || ?6), reason),
       updated_at = iif(state = 'draft', updated_at, ?7), state = iif(?8, 'waiting', state),
       approved_by = iif(?8, null, approved_by), approved_at = iif(?8, null, approved_at),
       send_at = iif(?8, null, send_at), next_at = iif(?8, ?9, next_at), closed_at = iif(?8, null, closed_at),
       expires_at = iif(?8, ?11, expires_at)
     where id = ?10 and state in ('draft', 'waiting', 'approved', 'skipped')`,
    comment,
    JSON.stringify(frozen.summary),
    frozen.figures,
    frozen.figures_sha256,
    frozen.frozen_at,
    reason,
    tx.now,
    waits ? 1 : 0,
    NEXT.waiting({ ...issue, expires_at, now: tx.now }),
    issue.id,
    expires_at,
  )
}
