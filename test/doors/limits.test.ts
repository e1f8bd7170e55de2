import { afterEach, describe, expect, test } from 'bun:test'
import { createLimits } from '../../src/kernel/scheduling/limits.ts'
import { DAY, MINUTE, plus } from '../../src/kernel/time/clock.ts'
import { START } from '../world.ts'
import { bodyOf, type House, house } from './house.ts'

let h: House
afterEach(() => h.close())

const ask = (key: string) => fetch(`${h.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })
const left = async (key: string) => {
  const answer = await ask(key)
  return answer.status === 200 ? Number(answer.headers.get('ratelimit-remaining')) : answer.status
}

describe('the limits of a key', () => {
  test('a bucket holds one minute of calls, refuses the next with the seconds to wait, and fills again', async () => {
    h = house()
    const key = h.keyOf('ada', { rate_per_min: 5 })
    expect([await left(key), await left(key), await left(key), await left(key), await left(key)]).toEqual([
      4, 3, 2, 1, 0,
    ])
    const refused = await ask(key)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '12'])
    expect((await bodyOf(refused)).error).toMatchObject({
      code: 'rate_limited',
      message: 'At most 5 calls a minute; the next in 12 seconds.',
      details: { code: 'rate_limited' },
    })
    h.clock.turn(MINUTE / 5)
    expect(await left(key)).toBe(0)
    h.clock.turn(10 * MINUTE)
    expect(await left(key)).toBe(4)
  })

  test('refused calls count towards the day, and the remaining calls are the smaller of minute and day', async () => {
    h = house()
    const key = h.keyOf('ada', { rate_per_min: 3, rate_per_day: 6 })
    expect([await left(key), await left(key), await left(key), await left(key)]).toEqual([2, 1, 0, 429])
    h.clock.turn(MINUTE)
    expect([await left(key), await left(key)]).toEqual([1, 0])
    const refused = await ask(key)
    expect((await bodyOf(refused)).error.message).toBe(
      'This key may make 6 calls a day; the count resets at 00:00 UTC.',
    )
    expect(plus(h.clock.now(), Number(refused.headers.get('retry-after')) * 1000)).toBe('2026-11-03T00:00:00.000Z')
    h.clock.turn(DAY)
    expect(await left(key)).toBe(2)
  })

  test('a key without limits of its own gets 60 a minute', async () => {
    h = house()
    expect(await left(h.keyOf('ada', { rate_per_min: undefined }))).toBe(59)
  })

  test('the calls of the day survive a restart', () => {
    h = house()
    const limits = createLimits(h.db, h.clock)
    for (let i = 0; i < 3; i++) limits.take('key_a', 600, 5)
    limits.save()
    const after = createLimits(h.db, h.clock)
    expect(after.take('key_a', 600, 5)).toBe(1)
    after.save()
    expect(createLimits(h.db, h.clock).take('key_a', 600, 5)).toBe(0)
    expect(() => after.take('key_b', 600, 0)).toThrow('0 calls a day')
  })

  test('calls made before midnight are written to their own day', () => {
    h = house()
    const limits = createLimits(h.db, h.clock)
    limits.take('key_a', 600, 5)
    h.clock.turn(DAY)
    limits.take('key_a', 600, 5)
    limits.save()
    const rows = h.db.read((tx) => tx.rows("select day, n from day_counters where name = 'calls:key_a' order by day"))
    expect(rows).toEqual([
      { day: '2026-11-02', n: 1 },
      { day: '2026-11-03', n: 1 },
    ])
  })
})

describe('the limits of everybody else', () => {
  test('a session has 300 calls a minute and leaves no counter behind', async () => {
    h = house()
    const answer = await fetch(`${h.url}/api/v1/me`, { headers: { cookie: await h.cookieOf('ada') } })
    expect(answer.headers.get('ratelimit-remaining')).toBe('299')
    h.app.limits.save()
    expect(h.db.read((tx) => tx.rows("select * from day_counters where name like 'calls:%'"))).toEqual([])
  })

  test('bad keys are answered 401 a thousand times a minute, then 429, for their address alone', async () => {
    h = house({ env: { SIGNALPOST_TRUSTED_PROXIES: '127.0.0.1' } })
    const tally = new Map<number, number>()
    const bad = async (from: string) => {
      const { status } = await fetch(`${h.url}/api/v1/me`, {
        headers: { 'x-api-key': 'ipk_wrong', 'x-forwarded-for': from },
      })
      tally.set(status, (tally.get(status) ?? 0) + 1)
      return status
    }
    for (let i = 0; i < 21; i++) await Promise.all(Array.from({ length: 50 }, () => bad('203.0.113.7')))
    expect(Object.fromEntries(tally)).toEqual({ 401: 1000, 429: 50 })
    expect(await bad('203.0.113.8')).toBe(401)
    expect(await bad('198.51.100.1, 203.0.113.7')).toBe(429)
    expect(await bad('203.0.113.7, 127.0.0.1')).toBe(429)
    const good = { 'x-api-key': h.keyOf('ada'), 'x-forwarded-for': '203.0.113.7' }
    expect((await fetch(`${h.url}/api/v1/me`, { headers: good })).status).toBe(200)
  })

  test('addresses of one IPv6 network share a limit', async () => {
    h = house({ env: { SIGNALPOST_TRUSTED_PROXIES: '127.0.0.0/8' } })
    const taken: string[] = []
    const { take } = h.app.limits
    h.app.limits.take = (who, ...rest) => {
      taken.push(who)
      return take(who, ...rest)
    }
    for (const from of ['2001:db8:1:2::5', '2001:db8:1:2:ffff::1', '2001:db8:1:3::5', '[2001:db8:1:2::9]:443'])
      await fetch(`${h.url}/api/v1/me`, { headers: { 'x-api-key': 'no', 'x-forwarded-for': from } })
    expect(taken).toEqual([
      'bad keys from 20010db800010002::/64',
      'bad keys from 20010db800010002::/64',
      'bad keys from 20010db800010003::/64',
      'bad keys from 20010db800010002::/64',
    ])
  })

  test('X-Forwarded-For counts only from a trusted proxy', async () => {
    h = house()
    await fetch(`${h.url}/api/v1/tenants`, {
      method: 'POST',
      headers: { 'x-api-key': h.keyOf('ada'), 'x-forwarded-for': '203.0.113.7', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Florist' }),
    })
    const row = h.db.read((tx) =>
      tx.row<{ ip: string; at: string }>("select ip, at from audit where action = 'create_sub_tenant'"),
    )
    expect(row).toEqual({ ip: '127.0.0.1', at: START })
  })
})
