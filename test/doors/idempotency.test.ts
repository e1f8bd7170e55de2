import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createLimits } from '../../src/kernel/scheduling/limits.ts'
import { DAY } from '../../src/kernel/time/clock.ts'
import { operations } from '../../src/operations/index.ts'
import { bodyOf, type House, house, json } from './house.ts'
import { probes } from './probes.ts'

let h: House
beforeAll(() => {
  h = house({ operations: [...operations, ...probes] })
  const { take, save } = createLimits(h.db, h.clock)
  h.app.limits = { take: (who) => take(who, 1e6, null), save }
})
afterAll(() => h.close())

const send = (path: string, key: string, body: unknown, who: 'ada' | 'ben' = 'ada') => {
  const init = json(body)
  return h.ask(who, path, { ...init, headers: { ...(init.headers as object), 'idempotency-key': key } })
}
const made = () => h.db.read((tx) => tx.rows("select * from settings where name like 'probe %'").length)

describe.each(['/api/v1/probe', '/api/v1/probe/outbound'])('POST %s', (path) => {
  test('200 retries at once have one effect and one answer', async () => {
    const before = made()
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(path, `storm ${path}`, { text: 'a' })))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(bodies).size).toBe(1)
    expect(made()).toBe(before + 1)
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(199)
  })

  test('another body under the same key is 409', async () => {
    expect((await send(path, `other ${path}`, { text: 'a' })).status).toBe(200)
    const refused = await send(path, `other ${path}`, { text: 'b' })
    expect([refused.status, (await bodyOf(refused)).error.code]).toEqual([409, 'conflict'])
  })

  test('the same key of another caller is another key', async () => {
    const before = made()
    await send(path, `shared ${path}`, { text: 'a' })
    await send(path, `shared ${path}`, { text: 'a' }, 'ben')
    expect(made()).toBe(before + 2)
  })

  test('without a key each call counts', async () => {
    const before = made()
    await h.ask('ada', path, json({}))
    await h.ask('ada', path, json({}))
    expect(made()).toBe(before + 2)
  })
})

test('a refusal is not kept: the same key may be tried again', async () => {
  const refused = await send('/api/v1/probe', 'mended', { text: 5 })
  expect(refused.status).toBe(422)
  expect((await send('/api/v1/probe', 'mended', { text: '5' })).status).toBe(200)
})

test('a key longer than 255 characters is 422', async () => {
  expect((await send('/api/v1/probe', 'k'.repeat(256), {})).status).toBe(422)
  expect((await send('/api/v1/probe', 'k'.repeat(255), {})).status).toBe(200)
})

test('after 48 hours a key is free again', async () => {
  const first = await bodyOf(await send('/api/v1/probe', 'old', {}))
  h.clock.turn(2 * DAY)
  const second = await send('/api/v1/probe', 'old', {})
  expect(second.headers.get('idempotent-replayed')).toBeNull()
  expect((await bodyOf(second)).data.id).not.toBe(first.data.id!)
})
