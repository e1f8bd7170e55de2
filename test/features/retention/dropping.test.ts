/** Drops, and an engine that is wrong. */
import { afterEach, expect, test } from 'bun:test'
import type { LinkDetail } from '../../../src/domains/links/index.ts'
import type { WatchRow } from '../../../src/features/retention/tables.ts'
import { inEnglish } from '../../../src/kernel/language/reader.ts'
import { between, DAY } from '../../../src/kernel/time/clock.ts'
import { answerInWords, stateOf } from '../../../views/links/answer.tsx'
import { longDay } from '../../../views/parts/text/format.ts'
import { pages, radar } from './radar.ts'
import { simulatedYear } from './simulated-year.ts'

let w: Awaited<ReturnType<typeof radar>>
afterEach(() => w?.stop())

async function watching(n = 1, host?: string, input: object = {}) {
  w = await radar()
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 1000, ...input })
  await w.push(pages(n, host))
}

test('one no of search results is no drop: a second one a day later is, between the last yes and the first no', async () => {
  await watching()
  await w.go(16)
  const seen = w.watches()[0]!.last_yes_at
  w.state.sees = () => 'no'
  const before = w.asked.length
  while (w.asked.length === before) await w.go(1)
  expect(w.watches()[0]).toMatchObject({ state: 'suspect', streak: 1, dropped_at: null })
  await w.go(1)
  const [gone] = w.watches()
  expect(gone).toMatchObject({ state: 'dropped', last_yes_at: seen })
  expect(gone!.last_yes_at < gone!.first_no_at!).toBe(true)
  const [first, second] = w.asked.slice(-2)
  expect(between(first!.at, second!.at)).toBeGreaterThanOrEqual(DAY)
  expect([first!.place, second!.place].map((place) => place.endsWith('/mobile')).sort()).toEqual([false, true])
  expect(w.drops()).toMatchObject([{ host: 'bakery.example', links: 1, state: 'open' }])
})

test('the page of a dropped link says that it is gone and between which days, and its credit stays used', async () => {
  await watching()
  await w.go(16)
  const { link_id: uid } = w.watches()[0]!
  const read = () => w.call<LinkDetail>('ada', 'get_link', { uid })
  expect(answerInWords(await read(), inEnglish('UTC'))).toStartWith('It is in Google.')
  w.state.sees = () => 'no'
  await w.go(20)
  const life = await read()
  const [{ last_yes_at, first_no_at }] = w.watches() as [WatchRow]
  expect(life.link).toMatchObject({ state: 'indexed', credit: 'consumed' })
  expect(life.link.watch).toEqual({ state: 'dropped', last_yes_at, first_no_at })
  const [seen, missed] = [last_yes_at, first_no_at!].map((time) => longDay(time, inEnglish('UTC')))
  expect(answerInWords(life, inEnglish('UTC'))).toStartWith(
    `It is not in Google. It was last seen there on ${seen}, and first missed on ${missed}.`,
  )
  expect(stateOf(life.link, inEnglish('UTC'))).toEqual({ word: 'No', mark: 'no' })
})

test('a yes after a no clears it, and is counted as a false no of the engine', async () => {
  await watching()
  let noes = 1
  w.state.sees = (_, at) => (at > w.since(10) && noes-- > 0 ? 'no' : 'yes')
  await w.go(20)
  expect(w.watches()[0]).toMatchObject({ state: 'kept', streak: 0, first_no_at: null })
  expect(w.rows('select sum(flips) as flips from engine_noise')).toEqual([{ flips: 1 }])
  expect(w.drops()).toEqual([])
})

test('an unknown neither counts nor resets', async () => {
  await watching()
  await w.go(10)
  const answers = ['no', 'unknown', 'unknown', 'no'] as const
  let at = 0
  w.state.sees = () => answers[at++] ?? 'no'
  while (at < 3) await w.go(1)
  expect(w.watches()[0]).toMatchObject({ state: 'suspect', streak: 1 })
  await w.go(1)
  expect(w.watches()[0]).toMatchObject({ state: 'dropped' })
})

test('of many watched links, more noes are needed, on days 1, 3 and 7 after the first', async () => {
  await watching(1, undefined, { k_min: 4 })
  await w.go(10)
  w.state.sees = () => 'no'
  await w.go(20)
  const noes = w.asked.filter(({ at }) => at > w.since(10)).slice(0, 4)
  const days = noes.map(({ at }) => Math.round(between(noes[0]!.at, at) / DAY))
  expect(days).toEqual([0, 1, 3, 7])
  expect(w.watches()[0]).toMatchObject({ state: 'dropped', first_no_at: noes[0]!.at })
})

test('a dropped link that two checks see again has come back', async () => {
  await watching()
  await w.go(10)
  w.state.sees = () => 'no'
  await w.go(10)
  expect(w.watches()[0]).toMatchObject({ state: 'dropped' })
  w.state.sees = () => 'yes'
  await w.go(20)
  expect(w.watches()[0]).toMatchObject({ state: 'returned' })
  const { points } = await w.call<{ points: object[] }>('ada', 'get_survival', {})
  expect(points).toEqual([{ day: 14, at_risk: 1, dropped: 1, share: null, low: null, high: null }])
})

test('the first no from another country is a mark on the curve and no drop', async () => {
  await watching()
  await w.go(20)
  await w.call('ada', 'update_tenant', { id: 'ten_northwind', search_place: { country: 'DE', language: 'de' } })
  w.state.sees = () => 'no'
  const before = w.asked.length
  while (w.asked.length === before) await w.go(1)
  expect(w.watches()[0]).toMatchObject({ state: 'kept', streak: 0 })
  const { marks } = await w.call<{ marks: { text: string }[] }>('ada', 'get_survival', {})
  expect(marks).toMatchObject([{ text: expect.stringContaining('DE/de') }])
  await w.go(3)
  expect(w.watches()[0]).toMatchObject({ state: 'dropped' })
})

test('no drop rests on one check, and each has a last yes before its first no, both from stored checks', async () => {
  await watching(40)
  w.state.sees = (url, at) => (at > w.since(20) && Number(url.match(/\d+$/)![0]) % 3 === 0 ? 'no' : 'yes')
  await w.go(50)
  const gone = w.watches().filter(({ state }) => state === 'dropped')
  expect(gone.length).toBe(14)
  const wrong = w.rows(
    `select w.link_id from watches w where w.state = 'dropped' and not (w.last_yes_at < w.first_no_at
       and exists (select 1 from looks k where k.link_id = w.link_id and k.indexed = 'yes' and k.finished_at = w.last_yes_at)
       and exists (select 1 from looks k where k.link_id = w.link_id and k.indexed = 'no' and k.finished_at = w.first_no_at)
       and (select count(*) from looks k where k.link_id = w.link_id and k.indexed = 'no' and k.finished_at >= w.first_no_at
         and k.purpose = 'retention') >= 2)`,
  )
  expect(wrong).toEqual([])
})

test('an engine that misses pages seen for long is not asked about others: no drop, no credit, one error', async () => {
  await watching(12)
  await w.push(pages(12, 'inn.example'))
  await w.push(pages(12, 'quay.example'))
  await w.go(40)
  const kept = w.watches().map(({ state }) => state)
  expect(new Set(kept)).toEqual(new Set(['kept']))
  await w.push(pages(30, 'new.example'))
  await w.go(11)
  const credits = w.credits().check
  w.state.sees = () => 'no'
  const before = w.asked.length
  while (w.asked.length === before) await w.go(1)
  await w.work()
  expect(w.rows('select state from canary_batches order by id desc limit 1')).toEqual([{ state: 'void' }])
  w.state.sees = () => 'yes'
  expect(w.credits().check).toEqual(credits)
  expect(w.rows("select message from tracked_errors where place = 'task:watch_links'")).toHaveLength(1)
  await w.go(2)
  expect(w.watches().every(({ state }) => state === 'kept')).toBe(true)
  expect(w.watches().filter(({ due_at }) => due_at !== null && due_at <= w.clock.now())).toEqual([])
  expect(w.drops()).toEqual([])
})

test('in a year with 5 % false noes, 10,000 links give at most 12 false drops, and true ones are known within 12 days', () => {
  const { false_drops, in_time, confirmed } = simulatedYear(1)
  expect(false_drops).toBeLessThanOrEqual(12)
  expect(confirmed).toBeGreaterThan(400)
  expect(in_time).toBeGreaterThanOrEqual(0.95)
})
