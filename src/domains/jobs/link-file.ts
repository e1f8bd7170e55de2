/** The links of a job as rows of a file, with the latest search result of each. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { inPlainEnglish, type Stored } from '../../kernel/language/say.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { PLACE_OF_CHECK } from '../tenants/index.ts'
import { readable } from './foreign/hosts.ts'
import type { JobRow } from './tables.ts'

export const FILE_COLUMNS = [
  'uid',
  'url',
  'state',
  'indexed',
  'credit',
  'guarantee',
  'flags',
  'fix',
  'warnings',
  'bing_flags',
  'reason',
  'before_indexed',
  'sent_at',
  'checked_at',
  'engine',
  'method',
  'evidence',
  'simulated',
  'place',
  'closed_to',
] as const
export type FileRow = Record<(typeof FILE_COLUMNS)[number], string | number | null>

/** SQL for the answer engines that a link `l` is closed to, as codes like `chatgpt:robots`; `not judged` if none was. */
export const CLOSED_TO = `case when l.answers is null then 'not judged' when l.answers <> '[]' then
  (select group_concat(code, ' ') from (select substr(value, 1, instr(value || ' ', ' ') - 1) as code from json_each(l.answers))
   where instr(code, ':')) end`

/** SQL for links `l` that an engine may not use, and for the number of them in a job `j`. */
export function closedTo(engine: string) {
  const mark = `'"${engine.replace(/[^a-z_]/g, '')}:'`
  return {
    sql: `instr(l.answers, ${mark})`,
    params: [],
    most: `(select coalesce(sum(t.links), 0) from answer_tallies t where t.job_id = j.id and instr(t.answers, ${mark}))`,
  }
}

/** Rows are read in steps, so that a job of any size starts at once and never fills the memory. */
const STEP = 1000

/** A link that is neither sent nor waiting has no guarantee to show. */
const COVER = "iif(l.sent_at is not null or l.credit = 'reserved', iif(l.guarantee, 'covered', 'not covered'), null)"

/** The next rows after a link. */
export function fileRows(tx: ReadTx, caller: Caller, job: JobRow, after: number): FileRow[] {
  const may = readable(tx, caller)
  const rows = tx.rows<FileRow>(
    `select l.id as uid, l.url, l.state, l.indexed, l.credit, ${COVER} as guarantee,
       (select group_concat(value, ' ') from json_each(l.flags)) as flags, l.fix,
       nullif(l.warnings, '[]') as warnings,
       (select group_concat(value, ' ') from json_each(l.bing_flags)) as bing_flags, l.reason, l.before_indexed, l.sent_at, l.checked_at,
       k.engine, k.method, iif(k.failure is null, k.evidence, null) as evidence, ? as simulated,
       ${PLACE_OF_CHECK} as place, ${CLOSED_TO} as closed_to
     from links l left join looks k on k.id = (select max(id) from looks where job_id = l.job_id and link_id = l.id and state = 'done')
     where l.id > ? and l.id <= ? ${may ? `and ${may.sql}` : ''} order by l.id limit ?`,
    job.simulated ? 'true' : 'false',
    Math.max(after, job.first_link - 1),
    job.last_link,
    ...(may?.params ?? []),
    STEP,
  )
  return rows.map((row) => (row.warnings === null ? row : { ...row, warnings: inLines(String(row.warnings)) }))
}

const inLines = (warnings: string): string => (JSON.parse(warnings) as Stored[]).map(inPlainEnglish).join('\n')
