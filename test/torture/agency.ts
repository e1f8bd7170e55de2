/**
 * An agency that every page has to bear: 30 clients with hostile names, a push of 10,000 links, credits of seven digits, a
 * yellow brand, and checks that ran late. Suppliers are simulated and nothing is chance, so it is the same every time.
 */
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import { readHead } from '../../src/kernel/web-fetch/http/head.ts'
import type { SafeFetch } from '../../src/kernel/web-fetch/safe-fetch.ts'
import { recheckLinksTask } from '../../src/tasks/checks/recheck-links.ts'
import { takeLooksTask } from '../../src/tasks/checks/take-looks.ts'
import { advancePushesTask } from '../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../src/tasks/pushes/send-links.ts'
import { simulatedDay } from '../../src/upstream/simulated.ts'
import { pushing } from '../pushing.ts'
import { CAST, START } from '../world.ts'
import { ARABIC, CLIENT_NAMES, JAPANESE, LONG, MARKUP, QUOTES, WORDS } from './names.ts'

export const AGENCY = `/app/w/${CAST.ada.tenant_id}`
/** On these days checks run; on two they are planned, and answered after an outage. */
const CHECKED = new Set([1, 3, 7, 8, 10, 14, 19, 21, 26, 28])
const PLANNED = new Set([15, 22])
/** On these days nearly each client pushes, and on one the big push leaves. */
const PUSHED = [0, 7, 14, 21]
const BIG = 25
const LAST_DAY = 28
const PUSH_NAMES = [LONG, JAPANESE, ARABIC, MARKUP, QUOTES, WORDS, 'Guides']
const BRAND = '#f2c200'

const hostOf = (n: number): string =>
  `${n === 0 ? 'donaudampfschifffahrtsgesellschafterinnenverband' : `client-${n}`}.example`

/** Addresses as long as those of shops. Every fifth client's last push fails, and every fifth client's pages all get in. */
export function addresses(n: number, day: number, count: number): string[] {
  const fits = (url: string): boolean => {
    if (n % 5 === 1 && day === PUSHED.at(-1)) return simulatedDay(url) === null
    return n % 5 !== 2 || simulatedDay(url) !== null
  }
  const path = `produkte/kategorie-${day}/sehr-langer-produktname-mit-vielen-woertern`
  const all = Array.from({ length: count * 12 }, (_, i) => `https://${hostOf(n)}/${path}-${i}?farbe=gruen&groesse=xl`)
  return all.filter(fits).slice(0, count)
}

/** A page without a fault at every address. */
const fine: SafeFetch = async (address) => ({
  url: String(address),
  status: 200,
  headers: readHead('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n', 'GET').headers,
  body: new TextEncoder().encode(
    `<!doctype html><html lang="de"><title>Ein Produkt</title><p>${'Viel zu lesen. '.repeat(99)}`,
  ),
  truncated: false,
  head_ms: 80,
  hops: [],
})

type Office = Awaited<ReturnType<typeof pushing>>
export type TortureAgency = Awaited<ReturnType<typeof tortureAgency>>

/** The ids of its clients in the order of their names, of its pushes by client and day, and what others read. */
export async function tortureAgency({ big = 10_000, env = {} }: { big?: number; env?: Record<string, string> } = {}) {
  const office = await pushing(4_345_678, 2_345_678, { fetch: fine, env })
  const ids = await withClients(office)
  const jobs = new Map<string, string>()
  const push = async (n: number, day: number, name: string, count: number) => {
    const order = { tenant_id: ids[n], name, urls: addresses(n, day, count), preflight: false }
    jobs.set(`${n} ${day}`, (await office.call<{ id: string }>('ada', 'submit_index_job', order)).id)
  }
  for (let day = 0; day <= LAST_DAY; day++) {
    if (!PUSHED.includes(day) && day !== BIG && !CHECKED.has(day) && !PLANNED.has(day)) continue
    office.clock.set(plus(START, day * DAY))
    // Two clients pushed once, and two never.
    for (const n of PUSHED.includes(day) ? ids.keys() : [])
      if (n < 26 || (day === 0 && n < 28))
        await push(n, day, PUSH_NAMES[n % PUSH_NAMES.length]!, 8 + ((n * 7 + day) % 17))
    if (day === BIG) await push(0, day, `${LONG} ${WORDS}`, big)
    const checks = CHECKED.has(day) ? [recheckLinksTask, takeLooksTask] : PLANNED.has(day) ? [recheckLinksTask] : []
    for (let round = 0; round < 3; round++) await office.run(advancePushesTask, sendLinksTask, ...checks)
  }
  return { ...office, ids, jobs, ...(await shown(office, jobs)) }
}

async function withClients({ call, db }: Office): Promise<string[]> {
  await call('ada', 'put_branding', { id: CAST.ada.tenant_id, accent: BRAND })
  await call('ada', 'update_tenant', { id: CAST.ada.tenant_id, name: `${WORDS} & Daughters` })
  await call('ada', 'create_api_key', { name: `${LONG}, yearly` })
  db.write((tx) => {
    tx.run('update users set name = ? where id = ?', ARABIC, CAST.ada.id)
    tx.run('update users set name = ? where id = ?', LONG, CAST.vera.id)
    return null
  })
  const ids: string[] = []
  for (const [n, name] of CLIENT_NAMES.entries()) {
    const added = async () => (await call<{ id: string }>('ada', 'create_sub_tenant', { name, kind: 'client' })).id
    const id = n === 0 ? CAST.vera.tenant_id : await added()
    ids.push(id)
    if (n === 0) await call('ada', 'update_tenant', { id, name })
    const amount = n === 0 ? 1_234_567 : n === 1 ? 1_000_019 : 90 + n * 7
    await call('ada', 'allocate_credits', { tenant_id: id, amount })
    const price = { usd_month: n === 0 ? 987_654 : 400 + n, usd_credit: 1.5 }
    if (n % 3 !== 2) await call('ada', 'update_tenant', { id, price })
  }
  await call('ada', 'allocate_credits', { tenant_id: ids[0], kind: 'check', amount: 1_111_111 })
  return ids
}

/** The addresses of what the client reads, and its readers. */
async function shown({ call }: Office, jobs: Map<string, string>) {
  const id = CAST.vera.tenant_id
  const path = ({ url }: { url: string }): string => new URL(url).pathname
  return {
    report: path(await call('ada', 'share_month_report', { id, month: '2026-11' })),
    portal: path(await call('ada', 'put_portal', { id, enabled: true, origins: [] })),
    push_report: path(await call('ada', 'share_job_report', { id: jobs.get('0 7') })),
  }
}
