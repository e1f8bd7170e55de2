/** The result of the week, and whether the books agree with it. */
import { FLAGS } from '../../views/parts/text/words.ts'
import { num } from '../commands/framework/terminal.ts'
import type { pingSummary } from '../domains/indexnow/index.ts'
import type { ReadTx } from '../kernel/database/database.ts'
import { bar, type Row } from './screen.ts'

/** The API's answer to the push. */
export type Pushed = { id: string; accepted: number; duplicates: unknown[]; invalid: unknown[] }

/** The fields of the API's job that are shown here. */
export type Outcome = {
  status: string
  outcome: { states: Record<string, number>; credits: Record<string, number> }
  indexnow: Omit<ReturnType<typeof pingSummary>, 'hosts'>
}

/** Links indexed by the end of a day of the guarantee. */
export type IndexedByDay = { day: number; indexed: number }[]

/** Skipped links by their first fault, the most frequent first. */
export const skippedBy = (tx: ReadTx, job_id: string): { flag: string; n: number }[] =>
  tx.rows(
    `select flags ->> 0 as flag, count(*) as n from links where job_id = ? and state = 'flagged'
     group by 1 order by n desc, flag`,
    job_id,
  )

type Result = { pushed: Pushed; skipped: { flag: string; n: number }[]; job: Outcome; seen: IndexedByDay }

/** The table of the demo. Submitted = dropped + skipped + sent; sent = credits used + credits refunded. */
export function tableOf({ pushed, skipped, job, seen }: Result): Row[] {
  const { outcome, indexnow } = job
  const dropped = [
    { label: 'duplicate', value: pushed.duplicates.length },
    { label: 'not a web address', value: pushed.invalid.length },
  ]
  const flagged = skipped.map(({ flag, n }) => ({ label: (FLAGS[flag] ?? flag).toLowerCase(), value: n }))
  const pings = [
    { label: '200, received', value: indexnow.answers[200] ?? 0 },
    { label: '202, received, key not verified yet', value: indexnow.answers[202] ?? 0 },
    { label: '403, refused, no key file', value: indexnow.answers[403] ?? 0 },
    { label: '422, refused, not of this site', value: indexnow.answers[422] ?? 0 },
    { label: 'outside the key file’s folder', value: indexnow.not_covered },
  ]
  const sent = sentOf(outcome.states)
  return [
    { label: 'Submitted', value: pushed.accepted + dropped[0]!.value + dropped[1]!.value },
    ...group('Dropped', dropped),
    ...group('Skipped, free', flagged),
    { label: 'Sent', value: sent },
    null,
    ...seen.map(({ day, indexed }) => ({ label: `Indexed by day ${day}`, value: indexed, note: share(indexed, sent) })),
    null,
    { label: 'Credits used', value: outcome.credits.consumed ?? 0 },
    { label: 'Credits refunded', value: outcome.credits.released ?? 0 },
    null,
    ...group('On IndexNow sites', pings),
  ]
}

/** Links that were sent to the supplier, with any result. */
export const sentOf = (states: Record<string, number>): number =>
  (states.sent ?? 0) + (states.indexed ?? 0) + (states.not_indexed ?? 0)

type Purse = { kind: string; available: number; reserved: number; lines: number; sum: number; open: number }

/**
 * The books balance when the ledger lines of each purse add up to its available credits, and its reserved credits equal
 * those held by open links and checks: after the week, only those of a client's last push.
 */
export function readBooks(tx: ReadTx): { balance: boolean; summary: string } {
  const purses = tx.rows<Purse>(PURSES)
  const balance = purses.every(({ available, sum, reserved, open }) => available === sum && reserved === open)
  const summary = ['index', 'check']
    .map((kind) => {
      const of = (what: 'available' | 'reserved' | 'lines' | 'sum' | 'open') =>
        purses.reduce((total, purse) => total + (purse.kind === kind ? purse[what] : 0), 0)
      const added = `${num(of('lines'))} ledger ${of('lines') === 1 ? 'line adds' : 'lines add'} up to ${num(of('sum'))}`
      return `${kind} credits: ${added}, available ${num(of('available'))}; reserved ${num(of('reserved'))}, open ${num(of('open'))}`
    })
    .join('\n')
  return { balance, summary }
}

const PURSES = `select p.kind, p.available, p.reserved, count(l.id) as lines,
    coalesce(sum(iif(l.direction = 'in', l.amount, -l.amount)), 0) as sum,
    iif(p.kind = 'index', (select count(*) from links k join jobs j on j.id = k.job_id
        where k.credit = 'reserved' and j.tenant_id = p.tenant_id),
      (select coalesce(sum(credits), 0) from looks where state <> 'done' and tenant_id = p.tenant_id)) as open
  from purses p left join ledger l on l.tenant_id = p.tenant_id and l.kind = p.kind
  group by p.tenant_id, p.kind order by p.kind desc`

/** A line with its parts below it, without parts that are zero. */
function group(label: string, parts: { label: string; value: number }[]): Row[] {
  const value = parts.reduce((sum, part) => sum + part.value, 0)
  return [{ label, value }, ...parts.filter((part) => part.value > 0).map((part) => ({ ...part, of: true as const }))]
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '' : `${bar(part / whole)} ${Math.round((part / whole) * 100)} %`
