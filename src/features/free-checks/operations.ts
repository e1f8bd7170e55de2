import Type from 'typebox'
import { Mail, sendNow } from '../../domains/mail/index.ts'
import { todayOf } from '../../domains/tenants/index.ts'
import { ListOf, listInput, Search } from '../../kernel/database/list.ts'
import { patched, writeSetting } from '../../kernel/database/settings.ts'
import { csvInput, csvLines, slicesOf } from '../../kernel/operation/csv.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Defaulted, Email } from '../../kernel/operation/shape.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import {
  addBlock,
  Days,
  FREE_CHECKS_SETTING,
  FreeCheck,
  FreeCheckBlock,
  FreeCheckSettings,
  FreeCheckTotals,
  findBlock,
  freeCheckSettings,
  Hours,
  KindName,
  type LoggedCheck,
  liftBlock,
  logPage,
  logStep,
  Reason,
  reportOf,
  Target,
  totalsOf,
  yesterdayOf,
} from './index.ts'

export const createFreeCheckBlock = write({
  name: 'create_free_check_block',
  route: 'POST /admin/free-checks/blocks',
  role: 'platform',
  summary: 'Block an IP address, or its /24 or /64, from the free checks.',
  description: 'Visitors from there read that free checks are closed; the log records the attempt.',
  input: Type.Object({ target: Target, hours: Type.Optional(Hours), reason: Type.Optional(Reason) }),
  output: FreeCheckBlock,
  example: { target: '203.0.113.0/24', hours: 24, reason: 'One script, a thousand pages' },
  faults: ['conflict'],

  handle({ tx, caller, changed }, { target, hours = null, reason }) {
    const block = addBlock(tx, { target, hours, reason: reason?.trim() || null, created_by: caller.label })
    changed({ target: block.id, after: { target: block.target, ends_at: block.ends_at, reason: block.reason } })
    return block
  },
})

export const deleteFreeCheckBlock = write({
  name: 'delete_free_check_block',
  route: 'DELETE /admin/free-checks/blocks/{id}',
  role: 'platform',
  proof: false,
  summary: 'Lift a block of the free checks.',
  input: Type.Object({ id: Type.String({ title: 'Block' }) }),
  output: FreeCheckBlock,
  example: { id: 'blk_scraper' },
  subject: (tx, _caller, { id }) => findBlock(tx, id!),

  handle({ tx, subject, changed }, { id }) {
    liftBlock(tx, id)
    changed({ target: id, before: { target: subject.target, ends_at: subject.ends_at, reason: subject.reason } })
    return subject
  },
})

const COLUMNS = Object.keys(FreeCheck.properties) as (keyof typeof FreeCheck.properties)[]
const STEP = 500

export const exportFreeChecksCsv = outbound({
  name: 'export_free_checks_csv',
  route: 'GET /admin/free-checks/csv',
  role: 'platform',
  summary: 'The free checks of the last 30 days as CSV, newest first.',
  input: Type.Object(csvInput),
  output: FreeCheck,
  produces: 'text/csv',
  example: {},

  handle: async ({ app, caller, read }, { separator }) => ({
    filename: `free-checks-${read((tx) => todayOf(tx, caller))}.csv`,
    lines: csvLines(
      COLUMNS,
      slicesOf<LoggedCheck>((last) =>
        read((tx) => logStep(tx, app.config, last?.seq ?? Number.MAX_SAFE_INTEGER, STEP)),
      ),
      separator,
    ),
  }),
})

export const getFreeChecks = read({
  name: 'get_free_checks',
  route: 'GET /admin/free-checks',
  role: 'platform',
  summary: 'Free checks on the public pages: totals by kind, domain and place, blocks, and the caps of today.',
  input: Type.Object({ days: Defaulted(Days, '7') }),
  output: FreeCheckTotals,
  example: { days: '30' },
  handle: ({ tx }, { days = '7' }) => totalsOf(tx, Number(days)),
})

export const listFreeChecks = read({
  name: 'list_free_checks',
  route: 'GET /admin/free-checks/checks',
  role: 'platform',
  summary: 'The log of free checks, newest first. Entries are kept for 30 days.',
  description:
    '`q` is an IP address, a domain or a city, or the beginning of one; or a whole network or country code. The log keeps 50 refusals per network and day.',
  input: Type.Object({
    ...listInput('created_at'),
    q: Search,
    kind: Type.Optional(KindName),
    days: Defaulted(Days, '30'),
    blocked: Type.Optional(Type.Enum(['1'], { title: 'Refused', description: '1: only refused checks' })),
  }),
  output: ListOf(FreeCheck),
  example: { q: 'bakery.example' },

  handle: ({ tx, app }, { page, page_size, dir, sort: _, blocked, days = '30', ...query }) =>
    logPage(tx, app, { ...query, days: Number(days), blocked: blocked === '1' }, { page, page_size, dir }),
})

export const sendFreeCheckReport = outbound({
  name: 'send_free_check_report',
  route: 'POST /admin/free-checks/report',
  role: 'platform',
  summary: 'Send the report about yesterday’s free checks now.',
  description:
    'Without `to` it goes to you. `status` is `sent` when the mail server accepted it; otherwise `error` says why not. The report is sent automatically every morning after a day with free checks.',
  input: Type.Object({ to: Type.Optional(Email('To')) }),
  output: Mail,
  example: { to: 'pat@platform.example' },

  handle: (call, { to }) =>
    sendNow(call, to, (address) => {
      const { facts, link } = call.read((tx) => reportOf(tx, call.app, yesterdayOf(tx.now)))
      const ref = `free checks ${facts.day} ${newId()}`
      return { ref, tenant_id: null, template: 'free_check_report', to: address, facts, link }
    }),
})

export const updateFreeCheckSettings = write({
  name: 'update_free_check_settings',
  route: 'PUT /admin/free-checks/settings',
  role: 'platform',
  summary: 'Set the caps of the free checks, their budget per day, and whether they are open. Omitted fields stay.',
  input: Type.Partial(Type.Object(FreeCheckSettings.properties)),
  output: FreeCheckSettings,
  example: { daily_usd: 2.5, ip_per_day: 5 },

  handle({ tx, changed }, given) {
    const before = freeCheckSettings(tx)
    const after = patched(before, given)
    writeSetting(tx, FREE_CHECKS_SETTING, after)
    changed({ target: 'free_checks', before, after })
    return after
  },
})
