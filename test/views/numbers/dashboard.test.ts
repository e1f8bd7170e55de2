/** The morning sheet: what needs a person across the tree, each with the one act that settles it. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { balances, grant } from '../../../src/domains/credits/index.ts'
import { refreshOutcome, tally } from '../../../src/domains/jobs/index.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import { DAY, HOUR, plus } from '../../../src/kernel/time/clock.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST, type Person, START } from '../../world.ts'
import { browserOf } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
beforeEach(async () => {
  office = await pushing(1000, 100)
  browser = browserOf(office)
})
afterEach(() => office.close())

const BASE = `/app/w/${CAST.ada.tenant_id}`
const plain = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<span class="vh">[^<]*<\/span>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

type Form = { action: string; fields: Record<string, string> }
type Row = { text: string; html: string; acts: Form[] }

const read = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
const formsIn = (html: string): Form[] =>
  [...html.matchAll(/<form[^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/gs)].map(([, action, inside]) => ({
    action: read(action!),
    fields: Object.fromEntries(
      [...inside!.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [read(name!), read(value!)]),
    ),
  }))

/** The rows of the sheet as the person reads them: those that are open, and those marked as seen. */
async function sheet(person: Person = 'ada', base = BASE) {
  const { main, status } = await browser.visit(person, base)
  expect(status).toBe(200)
  // A workspace without any push and without anything that waits is shown its first step instead.
  const [, card = ''] = /<section class="sec"[^>]* id="morning">(.*?)<\/section>/s.exec(main) ?? []
  const [open = '', seen = ''] = card.split('<details')
  const rowsIn = (html: string): Row[] =>
    [...html.matchAll(/<li[^>]*data-case[^>]*>(.*?)<\/li>/gs)].map(([, inside]) => ({
      text: plain(inside!),
      html: inside!,
      acts: formsIn(inside!),
    }))
  return { open: rowsIn(open), seen: rowsIn(seen), card: plain(card), main }
}

const find = (rows: readonly Row[], words: string | RegExp): Row => {
  const row = rows.find(({ text }) => (typeof words === 'string' ? text.includes(words) : words.test(text)))
  if (!row) throw new Error(`no row says ${words}: ${rows.map(({ text }) => text).join(' | ')}`)
  return row
}
const press = async (row: Row, act: RegExp, person: Person = 'ada') => {
  const form = row.acts.find(({ action }) => act.test(action))!
  const { status, location } = await browser.send(person, form.action, form.fields)
  expect(status).toBe(303)
  return location!
}

const available = (id: string): number => office.db.read((tx) => balances(tx, id).index.available)
const write = (work: (tx: Tx) => unknown) =>
  office.db.write((tx) => {
    work(tx)
    return null
  })

/** Bakery has 12 credits and spends 10 a day. */
const bakeryRunsDry = () =>
  write((tx) => {
    grant(tx, { tenant_id: 'ten_bakery', kind: 'index', amount: 12, reason: 'adjustment', actor: 'test' })
    for (let day = 0; day < 28; day++)
      tx.run(
        `insert into credit_quarters (tenant_id, quarter, kind, set_aside, used) values ('ten_bakery', ?, 'index', 10, 10)
         on conflict do update set set_aside = 10, used = 10`,
        plus(START, -day * DAY),
      )
    tx.run("update tenants set created_at = ? where id = 'ten_bakery'", plus(START, -90 * DAY))
  })

const addSite = (host: string, more = '') =>
  write((tx) =>
    tx.run(
      `insert into indexnow_sites (id, tenant_id, host, scheme, key, status, verified_at, failing_since, created_at, updated_at)
       values (?1, 'ten_bakery', ?1, 'https', '0123456789abcdef0123456789abcdef', ?2, ?3, ?4, ?3, ?3)`,
      host,
      more === 'failing' ? 'failing' : 'verified',
      START,
      more === 'failing' ? plus(START, HOUR) : null,
    ),
  )
const refusedBy = (site: string, status: number, links: number) =>
  write((tx) =>
    tx.run(
      `insert into indexnow_submissions (id, site_id, tenant_id, job_id, host, key, key_location, status, url_count,
         attempts, answer_status, created_at, sent_at)
       values ('sub_' || ?1, ?1, 'ten_bakery', 'job', ?1, 'k', 'l', ?2, ?3, 1, ?4, ?5, ?5)`,
      site,
      status < 300 ? 'received' : 'refused',
      links,
      status,
      plus(START, HOUR),
    ),
  )

describe('credits that run dry', () => {
  test('name the client and are given in the row; the row is gone then, and one press gives once', async () => {
    bakeryRunsDry()
    const { open } = await sheet()
    const row = find(open, 'Bakery')
    expect(row.text).toBe('Bakery : 12 index credits, 1 day left Uses about 70 a week Transfer 290 credits Mark seen')
    const before = available('ten_northwind')
    expect(await press(row, /give/)).toBe(BASE)
    expect(await press(row, /give/)).toBe(BASE)
    expect([available('ten_bakery'), before - available('ten_northwind')]).toEqual([302, 290])
    expect((await sheet()).open.map(({ text }) => text).join()).not.toContain('Bakery')
  })

  test('never offer more than there is to give, and lead to a pack when there is nothing', async () => {
    bakeryRunsDry()
    await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 1 })
    const left = available('ten_northwind')
    write((tx) => tx.run("update purses set available = 70 where tenant_id = 'ten_northwind' and kind = 'index'"))
    expect(left).toBeGreaterThan(70)
    expect(find((await sheet()).open, 'Bakery').text).toContain('Transfer 70 credits')
    write((tx) => tx.run("update purses set available = 0 where tenant_id = 'ten_northwind' and kind = 'index'"))
    const row = find((await sheet()).open, 'Bakery')
    expect(row.acts.some(({ action }) => action.endsWith('/give'))).toBe(false)
    expect(row.html).toContain(`href="${BASE}/credits/buy"`)
  })
})

describe('IndexNow', () => {
  test('links that were refused for the key are a row until the key is verified after that', async () => {
    addSite('shop.bakery.example')
    refusedBy('shop.bakery.example', 403, 19)
    const row = find((await sheet()).open, 'shop.bakery.example')
    expect(row.text).toContain('Bakery : IndexNow refused 19 links of shop.bakery.example')
    write((tx) =>
      tx.run("update indexnow_sites set verified_at = ? where id = 'shop.bakery.example'", plus(START, 2 * HOUR)),
    )
    expect((await sheet()).open).toEqual([])
  })

  test('a key file that is gone is a row; a refusal for another reason, and a site that is off, are none', async () => {
    addSite('gone.bakery.example', 'failing')
    addSite('busy.bakery.example')
    refusedBy('busy.bakery.example', 429, 3)
    addSite('off.bakery.example', 'failing')
    write((tx) => tx.run("update indexnow_sites set enabled = 0 where id = 'off.bakery.example'"))
    const { open } = await sheet()
    expect(open.map(({ text }) => text)).toEqual([
      'Bakery : gone.bakery.example: the IndexNow key file is missing Show key file Verify again Mark seen',
    ])
    const location = await press(open[0]!, /verify/)
    expect(location).toBe(BASE)
  })
})

describe('pushes', () => {
  test('that stopped say why; links that no supplier took are pushed again from the row', async () => {
    const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', {
      urls: urls(4),
      preflight: false,
      name: 'Spring',
    })
    await office.work()
    write((tx) => {
      tx.run("update links set state = 'failed', credit = 'released' where job_id = ? and id % 2 = 0", id)
      refreshOutcome(tx, id)
    })
    const row = find((await sheet()).open, 'Spring')
    expect(row.text).toBe('Spring: 2 links could not be sent Reserves 2 index credits again Retry 2 links Mark seen')
    const before = available('ten_northwind')
    await press(row, /retry/)
    expect(before - available('ten_northwind')).toBe(2)
    expect((await sheet()).open).toEqual([])
    write((tx) => tx.run("update jobs set status = 'sending', note = 'It waits for its supplier.' where id = ?", id))
    expect(find((await sheet()).open, 'Spring').text).toBe('Spring It waits for its supplier. See the push Mark seen')
  })

  test('whose links came in clearly below what is usual for the client are told with both rates', async () => {
    const sentOn = (at: number, sent: number, came: number) =>
      write((tx) => tally(tx, 'ten_bakery', { sent, came, missed: sent - came }, plus(START, -at * DAY)))
    write((tx) => tx.run("update tenants set created_at = ? where id = 'ten_bakery'", plus(START, -90 * DAY)))
    write((tx) =>
      grant(tx, { tenant_id: 'ten_bakery', kind: 'index', amount: 900, reason: 'adjustment', actor: 'test' }),
    )
    sentOn(30, 40, 30)
    sentOn(20, 40, 28)
    sentOn(8, 40, 12)
    expect((await sheet()).open).toEqual([])
    sentOn(25, 40, 32)
    const { open, main } = await sheet()
    expect(find(open, 'Bakery').text).toContain('30% indexed of 40 links sent on 25 Oct Usually 75%')
    expect(plain(main)).toContain('Bakery')
    sentOn(7, 20, 15)
    expect((await sheet()).open).toEqual([])
  })
})

test('the worst is first: credits of today, stopped pushes, keys, days left, then what can wait', async () => {
  bakeryRunsDry()
  addSite('gone.bakery.example', 'failing')
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', { urls: urls(2), preflight: false })
  write((tx) => {
    tx.run("update jobs set status = 'sending', note = 'It waits.', name = 'Stopped' where id = ?", id)
    tx.run(
      `insert into own_domains (tenant_id, host, token, proved_at, failing_since, created_at)
       values ('ten_bakery', 'reports.bakery.example', 't', ?1, ?1, ?1)`,
      START,
    )
  })
  const order = (await sheet()).open.map(({ text }) => /credits|Stopped|key|verification/.exec(text)?.[0])
  expect(order).toEqual(['credits', 'Stopped', 'key', 'verification'])
  write((tx) => tx.run("update purses set available = 45 where tenant_id = 'ten_bakery' and kind = 'index'"))
  const later = (await sheet()).open.map(({ text }) => /credits|Stopped|key|verification/.exec(text)?.[0])
  expect(later).toEqual(['Stopped', 'key', 'credits', 'verification'])
})

describe('seen', () => {
  test('the head of the page does not count cases, because a mark draws only their list again', async () => {
    office.db.write((tx) =>
      grant(tx, { tenant_id: 'ten_bakery', kind: 'index', amount: 3, reason: 'trial', actor: 'ada' }),
    )
    const { main, open } = await sheet()
    expect(open.length).toBeGreaterThan(0)
    const [head] = main.split(/<section class="sec"[^>]* id="morning">/)
    expect(plain(head!)).not.toMatch(/needs? (attention|you)/)
  })

  test('is kept for the person alone, until the thing changes, they take it back, or their next day', async () => {
    addSite('shop.bakery.example')
    refusedBy('shop.bakery.example', 403, 19)
    await press((await sheet()).open[0]!, /\/seen$/)
    const after = await sheet()
    expect(after.card).toStartWith('Needs attention You have seen every case. 1 seen')
    expect([after.open.length, after.seen.length]).toEqual([0, 1])
    expect((await sheet('ben')).open.length).toBe(1)
    await press(after.seen[0]!, /\/seen$/)
    expect((await sheet()).open.length).toBe(1)
    await press((await sheet()).open[0]!, /\/seen$/)
    write((tx) =>
      tx.run(
        `update indexnow_sites set status = 'failing', failing_since = ? where id = 'shop.bakery.example'`,
        plus(START, HOUR),
      ),
    )
    expect((await sheet()).open.length).toBe(1)
    await press((await sheet()).open[0]!, /\/seen$/)
    office.clock.set(plus(START, 16 * HOUR))
    expect((await sheet()).open.length).toBe(1)
    expect(office.db.read((tx) => tx.number('select count(*) from seen_cases'))).toBe(1)
  })
})

describe('whose sheet it is', () => {
  test('a client sees its own, a stranger and a workspace that is archived nothing', async () => {
    addSite('gone.bakery.example', 'failing')
    expect((await sheet('vera', '/app/w/ten_bakery/today')).open.map(({ text }) => text)).toEqual([
      'gone.bakery.example: the IndexNow key file is missing',
    ])
    expect((await sheet('rita', '/app/w/ten_rival')).open).toEqual([])
    await office.call('ada', 'update_tenant', { id: 'ten_bakery', archived: true })
    const { open, main } = await sheet()
    expect(open).toEqual([])
    expect(plain(main)).not.toContain('Bakery')
  })

  test('a viewer reads it without acts, and each act is refused', async () => {
    bakeryRunsDry()
    addSite('gone.bakery.example', 'failing')
    const { open, main } = await sheet('vera', '/app/w/ten_bakery/today')
    expect(open.length).toBe(2)
    expect(open.flatMap(({ acts }) => acts)).toEqual([])
    expect(main).not.toContain('<form')
    for (const act of ['give', 'verify', 'retry', 'look', 'approve', 'grant', 'seen']) {
      const { status } = await browser.send('vera', `/app/w/ten_bakery/morning/${act}`, {
        id: act === 'verify' ? 'gone.bakery.example' : 'ten_bakery',
        amount: '5',
        name: 'key x',
      })
      expect([act, [403, 404].includes(status)]).toEqual([act, true])
    }
  })

  test('what stands on the install is told to a platform admin alone', async () => {
    write((tx) => {
      tx.run(
        `insert into breakers (route, state, cause, reason, opened_at, until)
         values ('primary', 'open', 'auth', 'the supplier refused our key', ?1, ?2)`,
        START,
        plus(START, HOUR),
      )
      tx.run("update users set platform_admin = 1 where id = 'usr_pat'")
    })
    await office.call('ada', 'create_credit_request', { pack: 'try' })
    expect((await sheet()).open).toEqual([])
    const { open } = await sheet('pat', '/app/w/ten_platform')
    expect(open.map(({ text }) => text)).toEqual([
      'The primary crawl route is paused the supplier refused our key Test and resume Mark seen',
      expect.stringMatching(/^Northwind : Ada requests the pack Try .* Approve pack Mark seen$/),
    ])
    const before = available('ten_northwind')
    expect(open[0]!.html).toContain('href="/app/platform/suppliers/primary"')
    write((tx) => tx.run('delete from breakers'))
    await press(open[1]!, /grant/, 'pat')
    expect(available('ten_northwind')).toBeGreaterThan(before)
    expect((await sheet('pat', '/app/w/ten_platform')).open).toEqual([])
  })
})
