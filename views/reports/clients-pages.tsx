/** The month's reports of all clients, made and handed on from one page. */
import {
  clientMonths,
  hasBegun,
  isMonth,
  type MonthFigures,
  monthOf,
  monthsBelow,
  monthUrls,
  shownMonthFigures,
} from '../../src/domains/reports/index.ts'
import { readTenant } from '../../src/domains/tenants/index.ts'
import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { pause } from '../../src/kernel/scheduling/pause.ts'
import { saveMonthReport } from '../../src/operations/tenants/save-month-report.ts'
import { shareMonthReport } from '../../src/operations/tenants/share-month-report.ts'
import { many } from '../parts/format.ts'
import { listHref, type Query } from '../parts/list.ts'
import { appPage, confirmPage, requireMay, zoneOf } from '../shell.tsx'
import { ClientsMonth, type ClientsMonthProps, isIn, sharingAll } from './clients-month.tsx'
import { monthWord } from './month.tsx'

export const clientMonthScreens: readonly Screen[] = [
  page('/reports/clients', list),
  action('/reports/clients', keep),
  page('/reports/clients/share', askAll),
  action('/reports/clients/share', shareAll),
]

const PAGE_SIZE = 50
/** How long the page waits for numbers; those that take longer are shown when they are there. */
const WAITS_MS = 800

const selfOf = ({ base }: SignedInCall): string => `${base}/reports/clients`

/** What the filters leave, what there is to do first. */
function asked(call: SignedInCall, query: Query = call.query) {
  requireMay(call, shareMonthReport)
  const { app, caller } = call
  return call.read((tx) => {
    if (readTenant(tx, caller.tenant_id).kind === 'client') throw notFound('page')
    const months = monthsBelow(tx, caller.path)
    const month = monthIn(query, months, app.clock.now())
    const sought = (query.q ?? '').trim().toLowerCase()
    const all = clientMonths(tx, caller.path, month)
    const rows = all.filter((row) => isIn(query.state, row) && row.name.toLowerCase().includes(sought))
    const shared = (row: (typeof rows)[number]) => Number(row.state === 'shared')
    return {
      month,
      months: [...new Set([...months, month])].sort().reverse(),
      rows: rows.toSorted((a, b) => shared(a) - shared(b)),
      unshared: rows.filter((row) => row.state !== 'shared'),
    }
  })
}

/** The month asked for; else the last that is over and in which somebody pushed, else the one that runs. */
function monthIn({ month }: Query, months: readonly string[], now: string): string {
  if (month !== undefined) {
    if (!isMonth(month) || !hasBegun(month, now)) throw notFound('report')
    return month
  }
  const running = monthOf(now)
  return months.find((one) => one < running) ?? running
}

async function list(call: SignedInCall) {
  const { app, caller, query } = call
  const { month, months, rows, unshared } = asked(call)
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE))
  const at = Math.min(pages, Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1))
  const shown = rows.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE)
  const figures = await figuresInTime(
    call,
    shown.map(({ tenant_id }) => tenant_id),
    month,
  )
  const urls = caller.viewing ? new Map<string, string>() : call.read((tx) => monthUrls(tx, app, shown, month))
  const props: ClientsMonthProps = {
    list: {
      items: shown.map((row) => ({
        ...row,
        figures: figures.get(row.tenant_id) ?? null,
        url: urls.get(row.tenant_id) ?? null,
      })),
      total: rows.length,
      page: at,
      page_size: PAGE_SIZE,
    },
    month,
    months,
    unshared: unshared.length,
    query,
    self: selfOf(call),
    zone: zoneOf(call),
  }
  return appPage(call, `Clients’ reports, ${monthWord(month)}`, <ClientsMonth {...props} />)
}

/** Whose numbers are being counted, for which page: one at a time. */
const counting = new Map<string, object>()

/** The numbers of their reports, a minute old at most; those that are not counted in time are counted on behind the page. */
async function figuresInTime({ app, visitor }: SignedInCall, ids: readonly string[], month: string) {
  const counted = new Map<string, MonthFigures>()
  const mine = {}
  counting.set(visitor.session_id, mine)
  const stillMine = () => counting.get(visitor.session_id) === mine
  const all = (async () => {
    try {
      // Whoever looks at another page by now has its numbers counted.
      for (const id of ids) if (stillMine()) counted.set(id, await shownMonthFigures(app, id, month))
    } finally {
      if (stillMine()) counting.delete(visitor.session_id)
    }
  })()
  await Promise.race([all, Bun.sleep(WAITS_MS)])
  all.catch((error) => app.log.error('a month could not be counted', { error }))
  return new Map(counted)
}

const back = (call: SignedInCall): string => {
  const { month, state, q, page: at } = call.form
  return listHref(selfOf(call), {}, { month, state, q, page: at })
}

/** A comment, the sharing, or both. */
async function keep(call: SignedInCall) {
  const { id, month, comment, share } = call.form
  if (comment !== undefined) await call.call(saveMonthReport, { id, month, comment, contact: undefined })
  if (share) await call.call(shareMonthReport, { id, month, renew: undefined })
  return goTo(back(call), { text: share ? 'Shared. Its address stands in its row.' : 'Saved.' })
}

function askAll(call: SignedInCall) {
  const { month, unshared } = asked(call)
  const href = listHref(`${selfOf(call)}/share`, call.query, { month })
  const crumbs = [{ label: 'Clients’ reports', href: listHref(selfOf(call), call.query, { month }) }]
  return confirmPage(call, sharingAll(month, unshared.length), { href, back: crumbs[0]!.href, crumbs })
}

async function shareAll(call: SignedInCall) {
  const { month, unshared } = asked(call)
  for (const { tenant_id: id } of unshared) {
    await call.call(shareMonthReport, { id, month, renew: undefined })
    await pause()
  }
  const to = listHref(selfOf(call), call.query, { month, state: undefined })
  return goTo(to, { text: `${many(unshared.length, 'report')} shared. The addresses stand in the rows.` })
}
