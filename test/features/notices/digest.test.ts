import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { DIGESTS_IN_FUTURE } from '../../../src/features/notices/settings.ts'
import { sendDigestsTask } from '../../../src/features/notices/tasks.ts'
import { DAY, HOUR, MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { localDay, momentAt } from '../../../src/kernel/time/zones.ts'
import { pushing, urls } from '../../pushing.ts'
import { refusal } from '../../refusal.ts'

let w: Awaited<ReturnType<typeof pushing>>
beforeEach(async () => {
  w = await pushing()
})
afterEach(() => w.close())

type Letter = { id: string; to: string; subject: string; created_at: string }
type Preview = { subject: string; html: string; text: string; changed: boolean; recipients: number; since: string }

const set = (more: Record<string, unknown>, id = 'ten_northwind') =>
  w.call<{ next_digest_at: string | null }>('ada', 'update_notifications', { id, ...more })
const digests = () =>
  w.db.read((tx) =>
    tx.rows<Letter>(
      `select id, to_address as "to", subject, created_at from mails where template = 'daily_digest' order by id`,
    ),
  )
const preview = (id = 'ten_northwind') => w.call<Preview>('ada', 'preview_digest', { id })
const run = () => w.run(sendDigestsTask)

describe('a digest every day', () => {
  const WEEKS = [
    ['clocks go forward', 'Europe/Vienna', '2026-03-26', 2],
    ['clocks go back', 'Europe/Vienna', '2026-10-22', 2],
    ['clocks go forward, across the ocean', 'America/New_York', '2026-03-05', 7],
    ['clocks go back, in the south', 'Australia/Sydney', '2026-04-02', 23],
  ] as const
  test.each(WEEKS)(
    'is made once a day in a week in which %s, however often the program starts',
    async (_, zone, day, hour) => {
      w.clock.set(`${day}T12:00:00.000Z`)
      await set({
        digest: true,
        digest_time: `${String(hour).padStart(2, '0')}:00`,
        time_zone: zone,
        skip_if_unchanged: false,
      })
      const due = new Set<string>()
      // Starts, runs some minutes, is killed, stays down for hours at times.
      for (let step = 0; step < 200; step++) {
        w.clock.turn([MINUTE, 20 * MINUTE, 3 * HOUR, 5 * MINUTE, 0][step % 5]!)
        await run()
        await run()
        // Yesterday's too, where the program was down at its hour.
        for (const back of [DAY, 0]) {
          const one = localDay(zone, plus(w.clock.now(), -back))
          const moment = momentAt(zone, one, hour)
          if (moment <= w.clock.now() && moment > `${day}T12:00:00.000Z`) due.add(one)
        }
        expect(digests().length).toBe(due.size)
      }
      expect(due.size).toBeGreaterThan(4)
      expect(digests().map(({ to }) => to)).toEqual([...due].map(() => 'ada@northwind.example'))
    },
  )

  test('goes out late after a late start, once for all the days that were missed', async () => {
    await set({ digest: true, digest_time: '07:00', time_zone: 'Europe/Vienna', skip_if_unchanged: false })
    w.clock.set('2026-11-06T11:00:00.000Z')
    await run()
    await run()
    expect(digests().map(({ subject }) => subject)).toEqual(['Northwind: Friday, 6 November 2026'])
    w.clock.set('2026-11-07T05:59:00.000Z')
    await run()
    expect(digests()).toHaveLength(1)
    w.clock.set('2026-11-07T06:00:00.000Z')
    await run()
    expect(digests()).toHaveLength(2)
  })

  test('is made at a half hour where so chosen, and at no other minute', async () => {
    expect(await set({ digest: true, digest_time: '07:30', time_zone: 'Asia/Kolkata' })).toMatchObject({
      digest_time: '07:30',
      next_digest_at: '2026-11-03T02:00:00.000Z',
    })
    await set({ skip_if_unchanged: false })
    w.clock.set('2026-11-03T01:59:00.000Z')
    await run()
    expect(digests()).toEqual([])
    w.clock.set('2026-11-03T02:00:00.000Z')
    await run()
    expect(digests()).toHaveLength(1)
    expect((await set({})).next_digest_at).toBe('2026-11-04T02:00:00.000Z')
    for (const digest_time of ['7:30', '07:15', '24:00', '07:30:00'])
      expect((await refusal(set({ digest_time }))).code).toBe('validation_failed')
  })

  test('is not made again for a day when its hour is moved behind it, nor when the zone is', async () => {
    await set({ digest: true, digest_time: '11:00', time_zone: 'Europe/Vienna', skip_if_unchanged: false })
    w.clock.turn(HOUR)
    await run()
    expect(digests()).toHaveLength(1)
    expect((await set({ digest_time: '20:00' })).next_digest_at).toBe('2026-11-03T19:00:00.000Z')
    expect((await set({ time_zone: 'America/New_York' })).next_digest_at).toBe('2026-11-04T01:00:00.000Z')
    await set({ digest: false })
    expect((await set({ digest: true, digest_time: '12:00' })).next_digest_at).toBe('2026-11-03T17:00:00.000Z')
  })

  test('is sent on working days of its zone only, where so chosen, and on the first after one that was missed', async () => {
    // Friday, 6 November 2026, still Thursday in New York.
    w.clock.set('2026-11-06T04:30:00.000Z')
    const days = { digest: true, digest_time: '07:00', time_zone: 'America/New_York', skip_if_unchanged: false }
    expect((await set({ ...days, working_days: true })).next_digest_at).toBe('2026-11-06T12:00:00.000Z')
    w.clock.set('2026-11-06T12:00:00.000Z')
    await run()
    expect(digests()).toHaveLength(1)
    expect((await set({})).next_digest_at).toBe('2026-11-09T12:00:00.000Z')
    for (const weekend of ['2026-11-07T12:00:00.000Z', '2026-11-08T12:00:00.000Z', '2026-11-09T11:59:00.000Z']) {
      w.clock.set(weekend)
      await run()
      expect(digests()).toHaveLength(1)
    }
    expect((await preview()).since).toBe('2026-11-06T12:00:00.000Z')
    w.clock.set('2026-11-09T12:00:00.000Z')
    await run()
    expect(digests()).toHaveLength(2)
    // Down from before Friday's hour until Sunday: Friday's goes out late, and Monday has its own.
    w.clock.set('2026-11-12T12:00:00.000Z')
    await run()
    w.clock.set('2026-11-15T20:00:00.000Z')
    await run()
    await run()
    expect(digests()).toHaveLength(4)
    expect((await set({})).next_digest_at).toBe('2026-11-16T12:00:00.000Z')
    expect((await set({ working_days: false })).next_digest_at).toBe('2026-11-16T12:00:00.000Z')
    w.clock.set('2026-11-21T13:00:00.000Z')
    expect((await set({})).next_digest_at).toBe('2026-11-22T12:00:00.000Z')
    expect((await set({ working_days: true })).next_digest_at).toBe('2026-11-23T12:00:00.000Z')
  })

  test('that waits for a weekend is not taken for one that a wrong clock stamped', async () => {
    w.clock.set('2026-11-06T13:00:00.000Z')
    const days = { digest: true, digest_time: '07:00', time_zone: 'UTC' }
    const monday = '2026-11-09T07:00:00.000Z'
    expect((await set({ ...days, working_days: true })).next_digest_at).toBe(monday)
    const repair = () => w.db.write((tx) => DIGESTS_IN_FUTURE.repair(tx, 10))
    expect(repair()).toBe(0)
    w.clock.set('2026-10-30T13:00:00.000Z')
    expect(repair()).toBe(1)
    w.clock.set('2026-11-06T13:00:00.000Z')
    await set({ working_days: false })
    w.clock.set('2026-11-04T13:00:00.000Z')
    expect(repair()).toBe(1)
  })

  test('is skipped when nothing changed, and told what happened in between once something did', async () => {
    await set({ digest: true, digest_time: '10:00', time_zone: 'UTC' })
    w.clock.turn(HOUR)
    await run()
    expect(digests()).toEqual([])
    await w.call('ada', 'submit_index_job', { urls: urls(20), name: 'Spring', preflight: false })
    await w.work()
    for (const day of [1, 2, 3]) {
      await w.day(day)
    }
    await run()
    const letter = await preview()
    expect(digests()).toHaveLength(1)
    expect(letter.changed).toBe(false)
    await run()
    w.clock.turn(DAY)
    await run()
    expect(digests()).toHaveLength(1)
  })

  test('is not made for a workspace that is archived, and goes on when it is back', async () => {
    await set(
      { digest: true, digest_time: '10:00', skip_if_unchanged: false, recipients: ['ada@northwind.example'] },
      'ten_bakery',
    )
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: true })
    w.clock.turn(DAY)
    await run()
    expect(digests()).toEqual([])
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: false })
    w.clock.turn(DAY)
    await run()
    expect(digests()).toHaveLength(1)
  })
})

describe('what it tells', () => {
  test('is what got indexed, what came back and what needs a person, each line with its link', async () => {
    const { id } = await w.call<{ id: string }>('ada', 'submit_index_job', {
      urls: urls(30),
      name: 'Spring',
      preflight: false,
    })
    await w.work()
    const came = () =>
      w.db.read((tx) =>
        tx.row<{ indexed: number; back: number }>(
          "select outcome ->> '$.states.indexed' as indexed, outcome ->> '$.credits.released' as back from jobs where id = ?",
          id,
        ),
      )!
    let told = { indexed: 0, back: 0 }
    for (const day of [1, 3, 7, 8, 9, 10]) {
      await w.day(day)
      const now = came()
      const [indexed, back] = [now.indexed - told.indexed, now.back - told.back]
      const { changed, text, html } = await preview()
      expect(changed).toBe(indexed + back > 0)
      if (indexed) expect(text).toContain(`Spring: ${indexed} link`)
      if (back) expect(text).toContain(`${back} CREDITS REFUNDED\n* Spring: ${back} links not indexed in time`)
      if (changed) expect(html).toContain(`/app/w/ten_northwind/jobs/${id}"`)
      else expect(text).toContain('No activity in')
      told = now
      await w.call('ada', 'send_digest', { id: 'ten_northwind' })
    }
    expect(told.indexed + told.back).toBe(30)
    expect(told.back).toBeGreaterThan(1)
  })

  test('names what needs a person in the workspaces below, and leads there', async () => {
    await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', kind: 'index', amount: 5 })
    w.db.write((tx) => {
      tx.run(
        `insert into indexnow_sites (id, tenant_id, host, scheme, key, status, failing_since, created_at, updated_at)
         values ('ins_x', 'ten_bakery', 'bakery.example', 'https', '73134416ae45434d98edc086e0bf6740', 'failing', ?1, ?1, ?1)`,
        tx.now,
      )
      tx.run("update tenant_plans set status = 'past_due' where tenant_id = 'ten_northwind'")
      return null
    })
    const { text, changed } = await preview()
    expect(changed).toBe(true)
    expect(text).toContain('3 THINGS NEED ATTENTION')
    expect(text).toContain(
      '* IndexNow does not accept the key of bakery.example (Bakery)\n  http://localhost:8080/app/w/ten_bakery/indexnow/ins_x',
    )
    expect(text).toContain('* 5 index credits left (Bakery)\n  http://localhost:8080/app/w/ten_bakery/credits/buy')
    expect(text).toContain(
      '* The payment of the plan is overdue\n  http://localhost:8080/app/w/ten_northwind/credits/buy',
    )
    expect((await preview('ten_bakery')).text).not.toContain('plan is overdue')
  })

  test('is of one tree alone', async () => {
    await w.call('ada', 'submit_index_job', { urls: urls(5), name: 'Spring', preflight: false })
    await w.work()
    await w.day(2)
    const foreign = await w.call<Preview>('rita', 'preview_digest', { id: 'ten_rival' })
    expect(foreign.text).not.toContain('Spring')
    expect(await refusal(w.call('rita', 'preview_digest', { id: 'ten_northwind' }))).toMatchObject({
      code: 'not_found',
    })
  })
})

describe('sent by hand', () => {
  test('goes to the recipients or to one address, and says when nothing was new', async () => {
    type Sent = { skipped: boolean; letters: { to: string; status: string }[] }
    const send = (more = {}) => w.call<Sent>('ada', 'send_digest', { id: 'ten_northwind', ...more })
    expect(await send()).toMatchObject({
      skipped: false,
      letters: [{ to: 'ada@northwind.example', status: 'suppressed' }],
    })
    expect(await send({ to: 'Ben@Northwind.example' })).toMatchObject({ letters: [{ to: 'ben@northwind.example' }] })
    expect(await send({ skip_if_unchanged: true })).toEqual({
      tenant_id: 'ten_northwind',
      skipped: true,
      letters: [],
    } as never)
    for (let times = 1; times < 5; times++) await send({ to: 'ben@northwind.example' })
    expect(await refusal(send({ to: 'ben@northwind.example' }))).toMatchObject({ code: 'rate_limited' })
    expect(await refusal(w.call('ben', 'send_digest', { id: 'ten_northwind' }))).toMatchObject({ code: 'forbidden' })
  })

  test('goes to nobody who has not agreed: names in it are words of the sender', async () => {
    const GUEST = 'guest@elsewhere.example'
    const send = () => w.call<{ letters: object[] }>('ada', 'send_digest', { id: 'ten_northwind', to: GUEST })
    const refused = async () => {
      const { code, details } = await refusal(send())
      expect([code, details]).toMatchObject(['validation_failed', { issues: [{ path: 'to' }] }])
    }
    await refused()
    await set({ recipients: [GUEST] })
    await refused()
    w.db.write((tx) => tx.run('update notice_recipients set token_hash = null, confirmed_at = ?', tx.now))
    expect(await send()).toMatchObject({ letters: [{ to: GUEST }] })
  })

  test('does not take the place of the one of the day', async () => {
    await set({ digest: true, digest_time: '10:00', time_zone: 'UTC', skip_if_unchanged: false })
    await w.call('ada', 'send_digest', { id: 'ten_northwind' })
    w.clock.set(plus(w.clock.now(), HOUR))
    await run()
    expect(digests()).toHaveLength(2)
  })
})
