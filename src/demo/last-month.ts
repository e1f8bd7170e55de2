/**
 * The month before the week: two clients push. The agency approves the report of one and its e-mail is sent; the report
 * of the other waits for approval.
 */
import { callerIn, userByEmail } from '../domains/accounts/index.ts'
import type { Courier } from '../domains/mail/courier.ts'
import { SEND_MAILS } from '../domains/mail/index.ts'
import type { App } from '../kernel/operation/app.ts'
import { invoke } from '../kernel/operation/invoke.ts'
import { proofUntil } from '../kernel/operation/proof.ts'
import { taskName } from '../kernel/scheduling/task.ts'
import { DAY, plus, type Time } from '../kernel/time/clock.ts'
import { DAYS } from './week.ts'

/** The owner of the bakery's site, to whom its reports are sent. */
export const READER = 'vera@bakery.example'

const DRAFT_REPORTS = taskName('draft_reports')
const SEND_REPORTS = taskName('send_reports')
/** Days from the first push to the end of the month, enough for its last checks. */
const BEFORE_THE_END = 10

/** Days from the first push, and from the end of the month, to the start of the week. */
export function daysOf(now: Time): { push: number; end: number } {
  const end = Number(plus(now, -DAYS * DAY).slice(8, 10)) - 1
  return { push: end + BEFORE_THE_END, end }
}

export type Call = <T>(name: string, input: Record<string, unknown>) => Promise<T>

/** Calls operations as a signed-in person of the install, without HTTP. */
export function asPerson(app: App, email: string, tenant_id: string): Call {
  const who = app.db.read((tx) => callerIn(tx, userByEmail(tx, email)!, 'session', tenant_id))!
  return async (name, input) => {
    const operation = app.operations.find((one) => one.name === name)!
    const inPath = ([field]: [string, unknown]) => operation.path.includes(`{${field}}`)
    const fields = Object.entries(input)
    const path = Object.fromEntries(fields.filter(inPath)) as Record<string, string>
    const rest = Object.fromEntries(fields.filter((field) => !inPath(field)))
    const proof = { until: proofUntil(app.clock.now()), by: ['password' as const] }
    return (await invoke(app, operation, { ...who, proof }, { path, rest, ip: null, request_id: 'demo' })).data as never
  }
}

export type Letter = { to: string; text: string }

/** A mail server that keeps the e-mails it gets. */
export function keepLetters(): Courier & { letters: Letter[] } {
  const letters: Letter[] = []
  return {
    letters,
    async deliver(_server, { to, text }) {
      letters.push({ to, text })
    },
  }
}

export type Client = { id: string; site: string; topic: string; links: number; reader?: string }
type Story = {
  app: App
  call: Call
  /** The first client's report is sent. */
  clients: readonly [Client, Client]
  day: () => Promise<void>
  skip: (days: number) => void
  /** Days from the end of the month to the week. */
  end: number
  order?: { preflight: boolean }
}

export type Report = { id: string; tenant_id: string; state: string; summary: { gained: number } }

/** Plays from the first push to the start of the week. Returns the sent report. */
export async function playLastMonth({ app, call, clients, day, skip, end, order }: Story): Promise<Report> {
  const [first, second] = clients
  await call('update_email_settings', { host: '127.0.0.1', secure: 'none', from_address: 'post@northwind.example' })
  await call('put_report_schedule', { id: first.id, mode: 'review', day: 4, hour: 0, apply_to: [second.id] })
  for (const { id, site, topic, links, reader } of clients) {
    const urls = Array.from({ length: links }, (_, i) => `${site}/${topic}/${i + 1}`)
    await call('submit_index_job', { ...order, tenant_id: id, name: 'Autumn', urls })
    if (reader) await call('add_report_recipient', { id, email: reader, name: 'Vera', pdf: true, has_consent: true })
  }
  await day()
  for (let passed = 0; passed < DAYS; passed++) {
    skip(1)
    await day()
  }
  skip(BEFORE_THE_END - DAYS)
  await drafted(app)
  const sent = await approved(app, call, first.id)
  skip(end)
  await drafted(app)
  return sent
}

const drafted = (app: App) => app.runTask(DRAFT_REPORTS, new AbortController().signal)

/** Limit of turns until the e-mail is sent: the install's own scheduler may send it too. */
const MOST_TURNS = 200

async function approved(app: App, call: Call, tenant_id: string): Promise<Report> {
  const { items } = await call<{ items: Report[] }>('list_reports', { tenant_id, state: 'waiting' })
  const { id } = items[0]!
  await call('update_report', { id, contact: 'Ada, ada@northwind.example' })
  await call('approve_report', { id, send_at: app.clock.now() })
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    for (const name of [SEND_REPORTS, SEND_MAILS, SEND_REPORTS]) await app.runTask(name, new AbortController().signal)
    const report = await call<Report>('get_report', { id })
    if (report.state === 'sent') return report
    await Bun.sleep(20)
  }
  throw new Error('the report was not sent')
}

/** A waiting report may have expired, before the week or in it: it is reissued and waits again. */
export async function keepWaiting(call: Call, tenant_id: string): Promise<void> {
  const { items } = await call<{ items: Report[] }>('list_reports', { tenant_id })
  const [report] = items
  if (report?.state === 'expired') await call('reissue_report', { id: report.id })
}
