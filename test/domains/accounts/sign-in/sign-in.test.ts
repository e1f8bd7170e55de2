import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { callerOfSession, finishStep, SecondStep, signIn } from '../../../../src/domains/accounts/index.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../../../src/domains/accounts/passwords/passwords.ts'
import { pauseAfter } from '../../../../src/domains/accounts/sign-in/sign-in-throttle.ts'
import { openDatabase } from '../../../../src/kernel/database/database.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../../src/kernel/time/clock.ts'
import { inLongRun, WHOLE } from '../../../long/whole.ts'
import { refusal } from '../../../refusal.ts'
import { type World, world } from '../../../world.ts'
import { ADAS_PASSWORD, seedPassword } from '../seed.ts'

const ADA = 'ada@northwind.example'

let w: World
beforeEach(() => {
  w = world()
  w.db.write((tx) => seedPassword(tx))
})
afterEach(() => w.close())

const attempt = (email: string, password: string, ip: string | null = '192.0.2.7') =>
  signIn(w.app, email, password, { ip, user_agent: 'Firefox' })
const wrong = (email = ADA, ip: string | null = null) => refusal(attempt(email, 'not the password', ip))
const run = (sql: string) => w.db.write((tx) => tx.run(sql))

describe('signing in', () => {
  test('with the right password opens a session, whatever the case of the address', async () => {
    const { token, user_id } = await attempt('Ada@Northwind.example ', ADAS_PASSWORD)
    expect(user_id).toBe('usr_ada')
    expect((await callerOfSession(w.app, token))?.caller?.user_id).toBe('usr_ada')
  })

  test('an unknown address, a wrong password, none set and a suspended account get one and the same answer', async () => {
    run("update users set status = 'suspended' where id = 'usr_vera'")
    w.db.write((tx) => seedPassword(tx, 'usr_vera'))
    const answers = [
      await refusal(attempt('nobody@nowhere.example', ADAS_PASSWORD)),
      await refusal(attempt(ADA, 'not the password')),
      await refusal(attempt(ADA, '')),
      await refusal(attempt('ben@northwind.example', ADAS_PASSWORD)),
      await refusal(attempt('vera@bakery.example', ADAS_PASSWORD)),
    ]
    for (const fault of answers)
      expect([fault.code, fault.message, fault.details]).toEqual(['unauthorized', answers[0]!.message, {}])
    expect(w.db.read((tx) => tx.count('select count(*) from sessions'))).toBe(0)
  })

  test('a second factor shows only behind the right password; until then answer and work are those of a stranger', async () => {
    w.db.write((tx) =>
      tx.run(
        "insert into factors (id, user_id, kind, name, confirmed_at, created_at) values ('f', 'usr_ada', 'totp', 'App', ?1, ?1)",
        tx.now,
      ),
    )
    const stranger = await refusal(attempt('nobody@northwind.example', 'the wrong password'))
    expect(await refusal(attempt(ADA, 'the wrong password'))).toEqual(stranger)
    const asked = await attempt(ADA, ADAS_PASSWORD).catch((error: unknown) => error)
    expect(asked).toBeInstanceOf(SecondStep)
    const wrong = await refusal(
      finishStep(w.app, (asked as SecondStep).token, '000000', { ip: null, user_agent: null }),
    )
    expect(wrong).toMatchObject({ code: 'validation_failed' })
    expect(w.db.read((tx) => tx.number('select count(*) from sessions'))).toBe(0)
    if (!WHOLE) return
    const tries = [
      ['nobody@northwind.example', 'x'],
      [ADA, 'the wrong password'],
    ] as const
    const times: number[][] = tries.map(() => [])
    for (let n = 0; n < 80; n++) {
      w.clock.turn(25 * HOUR)
      const at = performance.now()
      const [email, password] = tries[n % 2]!
      await attempt(email, password).catch(() => null)
      times[n % 2]!.push(performance.now() - at)
    }
    // The slower ones tell of the machine.
    const low = times.map((list) => Math.min(...list))
    console.info(`a stranger, a person with a factor: ${low.map((ms) => ms.toFixed(1)).join(', ')} ms`)
    expect(Math.abs(low[1]! / low[0]! - 1)).toBeLessThan(0.1)
  })

  test('costs one hash of the same strength whether the account exists or not', async () => {
    const verify = spyOn(Bun.password, 'verify')
    try {
      for (const email of [ADA, 'nobody@nowhere.example', 'ben@northwind.example']) await wrong(email)
      const strengths = verify.mock.calls.map(([, hash]) => String(hash).split('$').slice(0, 4).join('$'))
      expect(strengths).toEqual(Array(3).fill('$argon2id$v=19$m=19456,t=2,p=1'))
    } finally {
      verify.mockRestore()
    }
  })

  test('a password that changes while it is compared opens nothing, nor does an account that is suspended meanwhile', async () => {
    for (const change of ["password_hash = 'another'", "status = 'suspended'"]) {
      const entering = refusal(attempt(ADA, ADAS_PASSWORD))
      run(`update users set ${change} where id = 'usr_ada'`)
      expect(await entering).toMatchObject({ code: 'unauthorized' })
      w.db.write((tx) => seedPassword(tx))
    }
    expect(w.db.read((tx) => tx.number('select count(*) from sessions'))).toBe(0)
  })

  test('a pending account may sign in', async () => {
    run("update users set status = 'pending' where id = 'usr_ada'")
    expect((await attempt(ADA, ADAS_PASSWORD)).user_id).toBe('usr_ada')
  })

  test('renews a hash that was made with other parameters', async () => {
    const weak = await Bun.password.hash(ADAS_PASSWORD, { algorithm: 'argon2id', memoryCost: 8192, timeCost: 1 })
    run(`update users set password_hash = '${weak}' where id = 'usr_ada'`)
    await attempt(ADA, ADAS_PASSWORD)
    const { hash } = w.db.read((tx) =>
      tx.row<{ hash: string }>("select password_hash as hash from users where id = 'usr_ada'"),
    )!
    expect(isOutdated(hash)).toBe(false)
    expect(await verifyPassword(ADAS_PASSWORD, hash)).toBe(true)
  })

  test('leaves a line in the audit trail, and no password anywhere', async () => {
    await attempt(ADA, ADAS_PASSWORD)
    const audit = w.db.read((tx) => tx.rows("select * from audit where action = 'sign_in'"))
    expect(audit).toMatchObject([{ actor: ADA, user_id: 'usr_ada', ip: '192.0.2.7' }])
    const all = ['users', 'sessions', 'audit', 'sign_in_failures'].flatMap((table) =>
      w.db.read((tx) => tx.rows(`select * from ${table}`)),
    )
    expect(JSON.stringify(all)).not.toContain(ADAS_PASSWORD)
  })
})

describe('guessing', () => {
  test('is free five times, then rests twice as long each time, up to fifteen minutes', () => {
    const pauses = [0, 1, 4, 5, 6, 7, 13, 14, 15, 1000].map((failures) => pauseAfter(failures) / SECOND)
    expect(pauses).toEqual([0, 0, 0, 2, 4, 8, 512, 900, 900, 900])
  })

  test('five tries are answered, the sixth waits, and says how long', async () => {
    for (let i = 0; i < 5; i++) expect((await wrong()).code).toBe('unauthorized')
    expect(await wrong()).toMatchObject({ code: 'rate_limited', retry_after: 2 })
    w.clock.turn(2 * SECOND)
    expect((await wrong()).code).toBe('unauthorized')
    expect(await wrong()).toMatchObject({ code: 'rate_limited', retry_after: 4 })
  })

  test('the right password does not help while the account rests, and clears the count afterwards', async () => {
    for (let i = 0; i < 5; i++) await wrong()
    expect(await refusal(attempt(ADA, ADAS_PASSWORD, null))).toMatchObject({ code: 'rate_limited' })
    w.clock.turn(2 * SECOND)
    await attempt(ADA, ADAS_PASSWORD, null)
    for (let i = 0; i < 5; i++) expect((await wrong()).code).toBe('unauthorized')
  })

  test('unknown accounts rest like known ones', async () => {
    for (let i = 0; i < 5; i++) await wrong('nobody@nowhere.example')
    expect((await wrong('NOBODY@nowhere.example')).code).toBe('rate_limited')
  })

  test('guesses made at the same moment all count', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong()))
    expect(answers.filter(({ code }) => code === 'unauthorized')).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 'rate_limited')).toHaveLength(15)
  })

  test('one address fails thirty times a minute, over all accounts; a /64 of IPv6 is one address', async () => {
    const guess = (i: number, ip: string) => wrong(`person${i}@nowhere.example`, ip)
    const verify = spyOn(Bun.password, 'verify').mockResolvedValue(false)
    try {
      for (let i = 0; i < 30; i++) expect((await guess(i, `2001:db8:1:2::${i}`)).code).toBe('unauthorized')
      expect(await guess(30, '2001:db8:1:2:ffff::1')).toMatchObject({ code: 'rate_limited', retry_after: 60 })
      expect((await guess(31, '2001:db8:1:3::1')).code).toBe('unauthorized')
      w.clock.turn(MINUTE)
      expect((await guess(30, '2001:db8:1:2:ffff::1')).code).toBe('unauthorized')
    } finally {
      verify.mockRestore()
    }
  })

  test('signing in is not charged to the address', async () => {
    for (let i = 0; i < 3; i++) await attempt(ADA, ADAS_PASSWORD)
    const { n } = w.db.read((tx) =>
      tx.row<{ n: number }>("select sum(count) as n from sign_in_failures where who like 'ip:%'"),
    )!
    expect(n).toBe(0)
  })

  test('failures outlive a restart, and are forgotten after a quiet day', async () => {
    for (let i = 0; i < 5; i++) await wrong()
    const db = openDatabase(w.db.file, w.clock)
    const restarted = signIn({ ...w.app, db }, ADA, ADAS_PASSWORD, { ip: null, user_agent: null })
    expect(await refusal(restarted)).toMatchObject({ code: 'rate_limited' })
    db.close()
    w.clock.turn(DAY)
    for (let i = 0; i < 5; i++) expect((await wrong()).code).toBe('unauthorized')
  })

  test('what was typed into the address field is not kept', async () => {
    await wrong('my secret password by mistake')
    const rows = JSON.stringify(w.db.read((tx) => tx.rows('select * from sign_in_failures')))
    expect(rows).not.toContain('mistake')
  })
})

describe('hashes', () => {
  test('are salted argon2id, and spelling variants of one character are one', async () => {
    const [one, two] = [await hashPassword('café by the river'), await hashPassword('café by the river')]
    expect(one).not.toBe(two)
    expect(one).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(await verifyPassword('cafe\u0301 by the river', one)).toBe(true)
  })

  test('no hash and no password never match', async () => {
    expect(await verifyPassword('', null)).toBe(false)
    expect(await verifyPassword('', await hashPassword(' '))).toBe(false)
    expect(await verifyPassword('anything', null)).toBe(false)
  })

  test('at most ten are worked on at once', async () => {
    let [now, most] = [0, 0]
    const verify = spyOn(Bun.password, 'verify').mockImplementation(async () => {
      most = Math.max(most, ++now)
      await Bun.sleep(1)
      now--
      return false
    })
    try {
      await Promise.all(Array.from({ length: 60 }, () => verifyPassword('anything', null)))
      expect(verify).toHaveBeenCalledTimes(60)
      expect(most).toBe(10)
    } finally {
      verify.mockRestore()
    }
  })
})

describe('a browser that signed in before', () => {
  const again = (known: string | undefined, password = ADAS_PASSWORD, email = ADA) =>
    signIn(w.app, email, password, { ip: null, user_agent: 'Firefox', known })

  test('is not locked out by strangers who guess, and does not free them', async () => {
    const { known } = await attempt(ADA, ADAS_PASSWORD, null)
    for (let i = 0; i < 5; i++) await wrong()
    expect(await refusal(attempt(ADA, ADAS_PASSWORD, null))).toMatchObject({ code: 'rate_limited' })
    expect((await again(known)).user_id).toBe('usr_ada')
    expect(await wrong()).toMatchObject({ code: 'rate_limited' })
  })

  test('guesses no more often than a stranger, and is known for its own account alone', async () => {
    const { known } = await attempt(ADA, ADAS_PASSWORD, null)
    for (let i = 0; i < 5; i++) await refusal(again(known, 'wrong'))
    expect(await refusal(again(known))).toMatchObject({ code: 'rate_limited' })
    expect((await attempt(ADA, ADAS_PASSWORD, null)).user_id).toBe('usr_ada')
    for (let i = 0; i < 5; i++) await wrong('ben@northwind.example')
    for (const forged of [known, 'v1.xxxx', 'rubbish', ''])
      expect(await refusal(again(forged, 'x', 'ben@northwind.example'))).toMatchObject({ code: 'rate_limited' })
  })
})

inLongRun(
  'one site of IPv6 has 120 tries a minute, however many networks it takes them from',
  async () => {
    const statuses = new Set<string>()
    for (let i = 0; i < 130; i++) {
      const { code } = await refusal(attempt(`p${i}@b.example`, 'wrong', `2001:db8:1:${(i + 1).toString(16)}::1`))
      statuses.add(`${code} ${i < 120}`)
    }
    expect([...statuses]).toEqual(['unauthorized true', 'rate_limited false'])
  },
  600_000,
)
