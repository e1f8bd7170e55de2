/** Numbers that a letter or a bill tells are those of the screens that they lead to. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { dayOf } from '../../../src/kernel/time/clock.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf, type Seen } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const CLIENT = CAST.vera.tenant_id
const BASE = `/app/w/${CAST.ada.tenant_id}`
const number = (text = '0'): number => Number(text.replaceAll(',', '').replace('−', '-'))
const totalOf = ({ text }: Seen): number => number(/[\d,]+–[\d,]+ of ([\d,]+)/.exec(text)?.[1])
const page = (path: string) => browser.visit('ada', path)
const plain = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

/** Pages that nothing is wrong with. */
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) =>
    new Response(`<!doctype html><title>${url}</title><p>${'A page with a few words. '.repeat(40)}`, {
      headers: { 'content-type': 'text/html' },
    }),
})
const pages = (n: number, path: string) =>
  Array.from({ length: n }, (_, i) => `http://127.0.0.1:${site.port}/${path}-${i}`)

beforeAll(async () => {
  office = await pushing(1000, 1000, { env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  browser = browserOf(office)
  await office.call('ada', 'allocate_credits', { tenant_id: CLIENT, amount: 120 })
})
afterAll(async () => {
  office.close()
  await site.stop(true)
})

const push = async (input: object) =>
  (await office.call<{ id: string }>('ada', 'submit_index_job', { preflight: false, ...input })).id

describe('the digest', () => {
  let cancelled: string
  let late: string
  beforeAll(async () => {
    await push({ urls: urls(60, 'own') })
    await push({ urls: urls(40, 'client'), tenant_id: CLIENT })
    cancelled = await push({ urls: urls(60, 'half'), drip_days: 3 })
    late = await push({ urls: urls(30, 'late') })
    await office.day(0)
  })

  test('says of a day what the lists of that day hold, of pushes that are over or were cancelled as well', async () => {
    const told: number[] = []
    for (const day of [1, 2, 3, 7, 8, 9, 10]) {
      await office.day(day)
      browser = browserOf(office)
      if (day === 1) await office.call('ada', 'cancel_job', { id: cancelled })
      if (day === 8) {
        // Seen after its credit came back: that is no link in time, for either.
        office.db.write((tx) => tx.run("update links set url = url || '-b' where job_id = ?", late))
        await office.call('ada', 'recheck_job', { id: late })
        await office.work()
      }
      const { text, since } = await office.call<{ text: string; since: string }>('ada', 'preview_digest', {
        id: CAST.ada.tenant_id,
      })
      const today = dayOf(office.clock.now())
      expect(since.slice(0, 10) < today).toBe(true)
      for (const [moment, words] of [
        ['indexed', /([\d,]+) links? indexed$/im],
        ['returned', /([\d,]+) credits? refunded$/im],
      ] as const) {
        const n = number(words.exec(text)?.[1])
        const list = await page(`${BASE}/links?moment=${moment}&from=${today}&to=${today}`)
        expect([day, moment, n]).toEqual([day, moment, totalOf(list)])
        told.push(n)
      }
    }
    expect(told.filter((n) => n > 0).length).toBeGreaterThan(5)
  })

  test('on its own page says what the letter says', async () => {
    const { text } = await office.call<{ text: string }>('ada', 'preview_digest', { id: CAST.ada.tenant_id })
    const shown = plain((await page(`${BASE}/notifications/digest`)).html)
    for (const [told] of text.matchAll(/[\d,]+ (?:links? indexed|credits? refunded)/gi))
      expect(shown.toLowerCase()).toContain(told.toLowerCase())
  })
})

describe('the bill of a push', () => {
  const bill = (tenant_id: string, list: string[]) =>
    browser.send('ada', `${BASE}/push`, { urls: list.join('\n'), tenant_id, step: 'review' })
  const fact = (seen: Seen, label: string): number =>
    number(new RegExp(`${label} ([\\d,−]+)`).exec(plain(seen.main))?.[1])

  /** What Credits and Today tell of a purse; those of an agency also tell the sum of its tree. */
  const purseOf = async (id: string) => {
    const [{ main }, today] = await Promise.all([page(`/app/w/${id}/credits`), page(`/app/w/${id}`)])
    const told = (label: string) => new RegExp(`<dt>${label}</dt><dd>(?:<a [^>]*>)?([\\d,]+)<`).exec(main)?.[1]
    const sum = told('Available')!
    expect(plain(main)).toContain(`${sum} available`)
    expect(plain(today.main)).toContain(`${sum} available`)
    return { free: number(told('This workspace') ?? sum), reserved: number(told('Reserved')!) }
  }

  test.each([CAST.ada.tenant_id, CLIENT])(
    'is of what Credits and Today of %s say, and is what is reserved',
    async (id) => {
      const before = await purseOf(id)
      const seen = await bill(id, pages(12, id))
      const [needs, after] = [fact(seen, 'Credits reserved'), fact(seen, 'has after')]
      expect([needs, after]).toEqual([12, before.free - 12])
      await push({ urls: pages(12, id), tenant_id: id })
      expect(await purseOf(id)).toEqual({ free: after, reserved: before.reserved + needs })
    },
  )

  test('that a purse does not hold says what the purse has', async () => {
    const seen = await bill(CLIENT, pages(400, 'many'))
    const [has, moved] = [/Bakery ([\d,]+) available \+([\d,]+)/.exec(plain(seen.main)) ?? []].flatMap((told) =>
      told.slice(1).map(number),
    )
    expect(has).toBe((await purseOf(CLIENT)).free)
    expect(moved).toBe(400 - has!)
  })
})
