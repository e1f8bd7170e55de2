/** Reads of reports: one with its figures, and the desk of an agency. */
import { getTableColumns } from 'drizzle-orm'
import { below, inReach, NOT_ARCHIVED } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { type ListArguments, type Listed, list, looseCondition, when } from '../../../kernel/database/list.ts'
import { ENGLISH, type Reader, readerOf } from '../../../kernel/language/reader.ts'
import { type Caller, treeOf } from '../../../kernel/operation/caller.ts'
import { reportIssues } from '../tables.ts'
import type { HoldReason, IssueState } from '../words.ts'
import { holdReasonOf } from './hold-reasons.ts'
import type { Issue } from './issue-states.ts'
import { GETS_REPORTS } from './people.ts'
import type { ClientReport, FrozenReport, ReportSummary } from './shapes.ts'

const { figures: _figures, pdf: _pdf, ...columns } = getTableColumns(reportIssues)
const NAMES = Object.keys(columns)
/** Without the figures and the PDF, which lie behind them. */
export const ISSUE_COLUMNS = NAMES.join(', ')

/** The readers of a report: all see the language and the zone that it was drafted in. */
export const readerOfIssue = ({ language, zone }: Pick<Issue, 'language' | 'zone'>): Reader =>
  language === null ? ENGLISH : readerOf(zone, language)

export const issueOf = (tx: ReadTx, id: string): Issue | null =>
  tx.row<Issue>(`select ${ISSUE_COLUMNS} from report_issues where id = ?`, id)

/** The report with this id in the caller's reach, or 404. */
export const findIssue = (tx: ReadTx, caller: Caller, id: string): Issue =>
  inReach(tx, caller, issueOf(tx, id), 'report')

/** The reports among these that the caller can reach. */
export function findIssues(tx: ReadTx, caller: Caller, ids: readonly string[]): Issue[] {
  const reach = treeOf(caller)
  return tx.rows<Issue>(
    `select ${ISSUE_COLUMNS} from report_issues where id in (select value from json_each(?)) and ${reach.sql} order by id`,
    JSON.stringify(ids),
    ...reach.params,
  )
}

/** Addresses of recipients that get no letter, because a mail server refused them. */
export const refusedRecipients = (tx: ReadTx, tenant_id: string): string[] =>
  tx
    .rows<{ email: string }>(
      `select email from report_recipients r where tenant_id = ? and (status = 'bounced'
         or (status = 'active' and exists (select 1 from refused_addresses where address = r.email))) order by email`,
      tenant_id,
    )
    .map(({ email }) => email)

/** A change of the pages in the index below this share is unremarkable. */
const CHANGE = 0.2

function isUnremarkable({ before, lost, visible }: ReportSummary, refused: number): boolean {
  if (before === null || lost > 0 || refused > 0) return false
  return before.visible === 0 ? visible === 0 : Math.abs(visible - before.visible) / before.visible < CHANGE
}

type Row = Issue & { tenant_name: string; path: string; approvers: string | null } & Record<
    'recipients' | 'refused' | 'opened' | 'corrects',
    number
  >

/** Whether readers have an earlier revision. */
export const CORRECTS = `exists (select 1 from report_issues e where e.tenant_id = i.tenant_id and e.period = i.period
  and e.revision < i.revision and e.state = 'sent')`

export const isCorrection = (tx: ReadTx, { id }: Pick<Issue, 'id'>): boolean =>
  tx.row(`select 1 from report_issues i where i.id = ? and ${CORRECTS}`, id) !== null

/** Recipients who get letters, those whose address is refused, and those who opened the report. */
const COLUMNS = `${NAMES.map((name) => `i.${name}`).join(', ')}, t.name as tenant_name, t.path,
  (select s.approvers from report_schedules s where s.tenant_id = i.tenant_id) as approvers,
  (select count(*) from report_recipients r where r.tenant_id = i.tenant_id and ${GETS_REPORTS}) as recipients,
  (select count(*) from report_recipients r where r.tenant_id = i.tenant_id and r.status = 'bounced') as refused,
  (select count(*) from month_report_links l where l.issue_id = i.id and l.opened > 0) as opened, ${CORRECTS} as corrects`

const shown = (tx: ReadTx, { summary, sections, refused, approvers, path, corrects, ...row }: Row): ClientReport => {
  const figures = JSON.parse(summary) as ReportSummary
  return {
    ...row,
    sections: JSON.parse(sections) as ClientReport['sections'],
    summary: figures,
    unremarkable: isUnremarkable(figures, refused),
    approvers: JSON.parse(approvers ?? '[]') as string[],
    corrects: corrects === 1,
    held: heldOf(tx, row.state, path),
  }
}

export const readIssue = (tx: ReadTx, id: string): ClientReport =>
  shown(
    tx,
    tx.row<Row>(`select ${COLUMNS} from report_issues i join tenants t on t.id = i.tenant_id where i.id = ?`, id)!,
  )

/** The frozen text, as it was hashed. */
export const figuresOf = (tx: ReadTx, id: string): { text: string; figures: FrozenReport } => {
  const { figures: text } = tx.row<{ figures: string }>('select figures from report_issues where id = ?', id)!
  return { text, figures: JSON.parse(text) as FrozenReport }
}

export type Revision = { id: string; revision: number; state: IssueState; frozen_at: string }

export const revisionsOf = (tx: ReadTx, { tenant_id, period }: Issue): Revision[] =>
  tx.rows(
    `select id, revision, state, frozen_at from report_issues where tenant_id = ? and period = ? order by revision desc`,
    tenant_id,
    period,
  )

/** The latest revision alone, unless all are asked for. */
const LATEST = `not exists (select 1 from report_issues n
  where n.tenant_id = i.tenant_id and n.period = i.period and n.revision > i.revision)`

const visible = (of: string): string => `(i.summary ->> '$.${of}')`

/** The same as `isUnremarkable`, for the order of a list. Without commas that are followed by a space, which divide orders. */
const UNREMARKABLE = `(${visible('lost')} = 0 and refused = 0 and iif(${visible('before.visible')} = 0,${visible('visible')} = 0,
  abs(${visible('visible')} - ${visible('before.visible')}) < ${CHANGE} * ${visible('before.visible')}) is true)`

/** Reports that need a decision come first: waiting ones, the remarkable ones on top, then those that expired. */
const URGENCY = `case i.state when 'waiting' then ${UNREMARKABLE} when 'expired' then 2 when 'approved' then 3
  when 'sending' then 4 when 'draft' then 5 when 'sent' then 6 else 7 end`

type DeskFilter = {
  path: string
  tenant_id?: string | undefined
  period?: string | undefined
  state?: IssueState | undefined
  q?: string | undefined
  all_revisions?: boolean | undefined
}

/** Reports of the workspaces at and below a path; archived ones are left out. */
export function listIssues(tx: ReadTx, asked: DeskFilter, page: ListArguments): Listed<ClientReport> {
  const { path, tenant_id, period, state, q, all_revisions } = asked
  const found = list<Row>(
    tx,
    {
      select: COLUMNS,
      from: 'tenants t join report_issues i on i.tenant_id = t.id',
      where: [
        tenant_id ? when('t.id = ?', tenant_id) : when('t.path >= ? and t.path < ?', ...below(path)),
        tenant_id ? null : when(`t.${NOT_ARCHIVED}`),
        period ? when('i.period = ?', period) : null,
        state ? when('i.state = ?', state) : null,
        q ? looseCondition('instr(lower(t.name), ?) > 0', q.toLowerCase()) : null,
        all_revisions ? null : when(LATEST),
      ],
      sorts: { urgency: `${URGENCY}, i.due_at`, name: 't.name', due_at: 'i.due_at', period: 'i.starts_at' },
      tie: 'i.id',
    },
    page,
  )
  return { ...found, items: found.items.map((row) => shown(tx, row)) }
}

/** E-mails of a report that is sent are kept while there is no mail server. */
function heldOf(tx: ReadTx, state: IssueState, path: string): HoldReason | null {
  const why = state === 'approved' || state === 'sending' ? holdReasonOf(tx, path) : null
  return state === 'sending' && why !== 'suppressed' ? null : why
}
