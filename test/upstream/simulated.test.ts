import { describe, expect, test } from 'bun:test'
import { DAY, plus, SECOND, type Time } from '../../src/kernel/time/clock.ts'
import { crawlAdapters, engineAdapters } from '../../src/upstream/index.ts'
import { simulatedDay, visibleAt, visibleUnsent } from '../../src/upstream/simulated.ts'

const SENT: Time = '2026-11-21T09:00:00.000Z'
const urls = Array.from({ length: 2000 }, (_, i) => `https://shop.example/page-${i}`)
const share = (test: (url: string) => boolean) => urls.filter(test).length / urls.length
const patient = new AbortController().signal

const engineAt = (now: Time) =>
  engineAdapters.get('simulated')!.create({ adapter: 'simulated' }, { clock: { now: () => now }, user_agent: 'x' })
const routeAt = (now: Time) =>
  crawlAdapters.get('simulated')!.create({ adapter: 'simulated' }, { clock: { now: () => now }, user_agent: 'x' })

describe('the rule', () => {
  test('makes about 7 of 10 pushed links visible by day 7, spread over the days, and no more later', () => {
    expect(share((url) => visibleAt(url, SENT, plus(SENT, 7 * DAY)))).toBeCloseTo(0.7, 1)
    expect(share((url) => visibleAt(url, SENT, plus(SENT, 100 * DAY)))).toBeCloseTo(0.7, 1)
    const days = urls.map(simulatedDay).filter((day) => day !== null)
    for (let day = 1; day <= 7; day++) expect(days.filter((d) => d === day).length / urls.length).toBeCloseTo(0.1, 1)
  })

  test('shows about 2 of 10 links that nobody pushed, for ever', () => {
    expect(share(visibleUnsent)).toBeCloseTo(0.2, 1)
    for (const url of urls) {
      expect(visibleAt(url, undefined, plus(SENT, 100 * DAY))).toBe(visibleUnsent(url))
    }
  })

  test('never loses a link once it was visible', () => {
    for (const url of urls.filter(visibleUnsent)) expect(visibleAt(url, SENT, SENT)).toBe(true)
  })

  test('shows a pushed link from the very moment its day is full', () => {
    const url = urls.find((url) => simulatedDay(url) === 3 && !visibleUnsent(url))!
    expect(visibleAt(url, SENT, plus(SENT, 3 * DAY - SECOND))).toBe(false)
    expect(visibleAt(url, SENT, plus(SENT, 3 * DAY))).toBe(true)
  })

  test('decides the same in every version', () => {
    expect(urls.slice(0, 8).map(simulatedDay)).toEqual([null, null, 3, 3, 7, 4, null, 3])
    expect(urls.slice(0, 30).filter(visibleUnsent)).toEqual(
      [13, 16, 20, 22, 29].map((i) => `https://shop.example/page-${i}`),
    )
  })
})

test('the engine answers every order at once by the rule, free of charge, and calls itself simulated', async () => {
  const now = plus(SENT, 3 * DAY)
  const engine = engineAt(now)
  expect(engine).toMatchObject({ adapter: 'simulated', simulated: true })
  const orders = urls.slice(0, 50).map((url, i) => ({ ref: `r${i}`, url, sent_at: i % 2 ? SENT : undefined }))
  const answers = await engine.look(orders, patient)
  for (const [i, answer] of answers.entries()) {
    const { ref, url, sent_at } = orders[i]!
    expect(answer).toMatchObject({
      ref,
      state: 'seen',
      sighting: { indexed: visibleAt(url, sent_at, now) ? 'yes' : 'no', method: 'simulated', cost_usd: 0 },
    })
    expect(JSON.stringify(answer)).toContain('Simulated')
  }
  expect(await engine.report(patient)).toMatchObject({ ok: true })
})

test('the supplier reports the links that the rule made visible so far, and is done after 7 days, even after a restart', async () => {
  const sent = await routeAt(SENT).send({ ref: 'camp_1', urls }, patient)
  expect(sent).toEqual({ task_id: 'simulated-camp_1', rejected: [] })
  const batch = { task_id: sent.task_id, urls, sent_at: SENT }

  const early = (await routeAt(plus(SENT, 3 * DAY)).report(batch, patient))!
  expect(early).toMatchObject({ done: false, status: 'running', unindexed: 0 })
  expect(early.indexed).toBe(urls.filter((url) => visibleAt(url, SENT, plus(SENT, 3 * DAY))).length)

  const late = (await routeAt(plus(SENT, 7 * DAY)).report(batch, patient))!
  expect(late).toMatchObject({ done: true, status: 'done' })
  expect(late.indexed + late.unindexed).toBe(urls.length)
})
