import Type from 'typebox'
import { userByEmail } from '../domains/accounts/index.ts'
import { forgetLettersTo } from '../domains/mail/index.ts'
import {
  AuditLine,
  auditFilters,
  auditListFilters,
  auditPage,
  auditStep,
  exportStep,
  isComplete,
  onOwnConnection,
  readerOf,
} from '../domains/system/index.ts'
import { todayOf } from '../domains/tenants/index.ts'
import { lastAnchor, newestAnchor } from '../kernel/audit/anchor.ts'
import { newestLink } from '../kernel/audit/append.ts'
import { lastLine } from '../kernel/audit/export-lines.ts'
import { segmentsOf } from '../kernel/audit/keys.ts'
import { accountOf, eraseWords } from '../kernel/audit/upkeep.ts'
import { Verification, verifyStep } from '../kernel/audit/verify.ts'
import { ListOf, listInput } from '../kernel/database/list.ts'
import { csvInput, csvLines, slicesOf } from '../kernel/operation/csv.ts'
import { conflict } from '../kernel/operation/fault.ts'
import { outbound, read } from '../kernel/operation/operation.ts'
import { Count, Email, Moment, Nullable } from '../kernel/operation/shape.ts'
import { pause } from '../kernel/scheduling/pause.ts'

export const listAuditLog = read({
  name: 'list_audit_log',
  route: 'GET /audit',
  role: 'platform',
  sensitive: true,
  tool: {
    when: 'as a platform admin, to see who changed what, and when',
    returns: 'changes: time, actor, action, target',
    next: 'get_tenant of `tenant_id`',
    inputs: {
      tenant_id: 'Id of a workspace, for it alone',
      q: 'Part of an actor; or a whole target, IP or request id',
      action: 'A tool, such as update_tenant',
    },
    brief: ['created_at', 'action', 'actor', 'tenant_name', 'target'],
  },
  summary: 'The audit trail of all workspaces, the newest first.',
  description:
    '`q` is part of the name or address of the person who acted, or the whole of a target, an IP address or a request id. A day in `to` counts to its end.',
  input: Type.Object({ ...listInput('created_at'), ...auditListFilters }),
  output: ListOf(AuditLine),
  example: { action: 'create_sub_tenant' },

  handle: ({ tx, app, caller }, { page, page_size, dir, sort: _, ...query }) =>
    auditPage(tx, app, readerOf(caller, query), { page, page_size, dir }),
})

const COLUMNS = Object.keys(AuditLine.properties) as (keyof typeof AuditLine.properties)[]
/** Few rows, because the process holds the text that is made of them until it collects garbage. */
const EXPORTED_AT_ONCE = 50

export const exportAuditCsv = outbound({
  name: 'export_audit_csv',
  route: 'GET /audit/csv',
  role: 'owner',
  instead: 'list_audit_log',
  summary: 'The audit trail as CSV, the newest first, with the filters of the list.',
  input: Type.Object({ ...auditListFilters, ...csvInput }),
  output: AuditLine,
  produces: 'text/csv',
  example: { action: 'create_sub_tenant' },

  handle: async ({ app, read, caller }, { separator, ...query }) => ({
    filename: `audit-${read((tx) => todayOf(tx, caller))}.csv`,
    lines: onOwnConnection(app, (own) =>
      csvLines(
        COLUMNS,
        slicesOf<ReturnType<typeof auditStep>[number]>((last) =>
          own((tx) => auditStep(tx, readerOf(caller, query), last?.seq ?? Number.MAX_SAFE_INTEGER, EXPORTED_AT_ONCE)),
        ),
        separator,
      ),
    ),
  }),
})

export const exportAuditJsonl = outbound({
  name: 'export_audit_jsonl',
  route: 'GET /audit/jsonl',
  role: 'owner',
  instead: 'list_audit_log',
  summary: 'The audit trail as lines of JSON, the oldest first, each with its hash: for archives and auditors.',
  description:
    'Owners get the lines of their workspaces; address and name of a platform admin are withheld there. The last line has the newest row as an anchor. `signalpost verify --audit FILE` verifies the file with the key of the install.',
  input: Type.Object(auditFilters),
  output: AuditLine,
  produces: 'application/x-ndjson',
  example: { action: 'create_sub_tenant' },

  handle: async ({ app, caller, read }, query) => ({
    filename: `audit-${read((tx) => todayOf(tx, caller))}.jsonl`,
    lines: onOwnConnection(app, async function* (own) {
      let rows = 0
      for (let after = 0; ; ) {
        const step = own((tx) => exportStep(tx, caller, query, after, EXPORTED_AT_ONCE) as never) as ReturnType<
          typeof exportStep
        >
        if (!step) break
        after = step.last
        rows += step.lines.length
        if (step.lines.length) yield step.lines.map(({ text }) => text).join('')
        await Bun.sleep(0)
      }
      const complete = isComplete(caller, query)
      yield own((tx) => {
        const key = segmentsOf(tx, app.sealer).at(-1)!.key!
        return lastLine(key, { anchor: caller.platform ? newestAnchor(tx) : null, rows, complete })
      })
    }),
  }),
})

export const verifyAudit = outbound({
  name: 'verify_audit',
  route: 'POST /audit/verify',
  role: 'platform',
  harmless: true,
  local: true,
  summary: 'Verify the hash chain of the audit trail: which rows were changed, removed or inserted.',
  description:
    'It cannot show whether the newest rows were cut, or all of it rewritten with the key: compare with anchors that were kept elsewhere (`signalpost verify --audit --anchor SEQ:HASH`).',
  input: Type.Object({}),
  output: Type.Object({
    whole: Type.Boolean(),
    from: Nullable(Count()),
    to: Nullable(Count()),
    rows: Count(),
    unlinked: Type.Integer({ minimum: 0, description: 'Rows from before the chain that are not linked yet' }),
    unverifiable: Type.Integer({ minimum: 0, description: 'Rows whose key is lost' }),
    broken: Count(),
    breaks: Type.Array(Type.Object({ seq: Count(), to: Count(), what: Type.Enum(['changed', 'missing']) })),
    anchor: Nullable(Type.Object({ seq: Count(), hash: Type.String(), at: Moment }, { description: 'Noted last' })),
  }),
  example: {},

  async handle({ app, read, signal }) {
    const verification = read((tx) => new Verification(tx, app.sealer) as never) as Verification
    for (let after: number | null = 0; after !== null && !signal.aborted; await pause())
      after = read((tx) => verifyStep(tx, verification, after!))
    return { ...verification.end(), anchor: read(lastAnchor) }
  },
})

/** Rows read in one transaction. */
const ERASED_AT_ONCE = 500

export const eraseAuditWords = outbound({
  name: 'erase_audit_words',
  route: 'POST /audit/erase',
  role: 'platform',
  proof: true,
  local: true,
  summary: 'Erase a former user’s names and addresses from the audit trail, and the e-mails and invites to them.',
  description:
    'The act, its time and its workspace stay, with the id of the account. The hash chain still verifies. 409 while an account has this address. If it is interrupted, call it again: erased texts are not counted twice. Backups keep what they hold.',
  input: Type.Object({
    email: Email(),
    name: Type.Optional(
      Type.String({ title: 'Name', minLength: 2, maxLength: 200, description: 'As it was written, whole' }),
    ),
    user_id: Type.Optional(
      Type.String({
        title: 'Id of the account',
        maxLength: 64,
        description: 'Left out: the one that acted under this address',
      }),
    ),
  }),
  output: Type.Object({ rows: Type.Integer({ minimum: 0, description: 'Rows that named the person' }) }),
  example: { email: 'gone@northwind.example', name: 'Gone Person' },
  faults: ['conflict'],

  async handle({ app, read, write, changed, signal }, { email, name = null, user_id = null }) {
    if (read((tx) => userByEmail(tx, email)))
      throw conflict('An account has this address. Delete the account first (DELETE /users/{id}).')
    const id = user_id ?? read((tx) => accountOf(tx, email))
    const end = read((tx) => newestLink(tx))?.seq ?? 0
    let rows = 0
    for (let above = 0; above < end && !signal.aborted; above += ERASED_AT_ONCE) {
      rows += app.db.write((tx) => eraseWords(tx, { email, name, user_id: id }, above, above + ERASED_AT_ONCE))
      await pause()
    }
    changed({ target: id ?? undefined, after: { rows } })
    return write((tx) => {
      forgetLettersTo(tx, email)
      for (const forget of app.forgets) forget(tx, email)
      return { rows }
    })
  },
})
