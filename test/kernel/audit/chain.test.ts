/** What an intruder with the database file may try, and what the chain says of it. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { newestLink } from '../../../src/kernel/audit/append.ts'
import { AUDIT_COLUMNS, hexOf, linkOf } from '../../../src/kernel/audit/chain.ts'
import { openAuditChain, segmentsOf } from '../../../src/kernel/audit/keys.ts'
import { eraseWords, forgetAudit, linkOldRows } from '../../../src/kernel/audit/upkeep.ts'
import { type Anchor, linkedRows, verified } from '../../../src/kernel/audit/verify.ts'
import { openForReading } from '../../../src/kernel/database/database.ts'
import { writeAudit } from '../../../src/kernel/operation/audit.ts'
import { createSealer } from '../../../src/kernel/secrets/seal.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { callerOf, START, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const ENTRY = { action: 'put_things', tenant_id: 'ten_bakery', ip: '192.0.2.7', request_id: 'r1' }

function write(rows: number, person: 'ada' | 'ben' = 'ada'): void {
  w.db.write((tx) => {
    for (let n = 0; n < rows; n++)
      writeAudit(tx, callerOf(person), { ...ENTRY, target: `t${n}`, after: { name: `Näme ${n}` } })
    return null
  })
}

function verdict(anchors: Anchor[] = [], sealer = w.app.sealer) {
  const db = openForReading(w.db.file, w.clock)
  const verdict = db.read((tx) => verified(tx, sealer, anchors))
  db.close()
  return verdict
}

const anchor = (): Anchor => w.db.read((tx) => ({ seq: newestLink(tx)!.seq, hash: hexOf(newestLink(tx)!.hash!) }))

/** Writes past the program, as who has the file can. */
function tamper(...statements: string[]): void {
  const file = new Database(w.db.file)
  file.run('pragma synchronous = off')
  for (const statement of statements) file.run(statement)
  file.close()
}

test('a trail that nobody touched is whole, from its first row to its last', () => {
  write(30)
  expect(verdict([anchor()])).toMatchObject({ whole: true, from: 1, to: 30, rows: 30, breaks: [], unlinked: 0 })
})

describe('named by its number is', () => {
  beforeEach(() => write(30))

  for (const column of AUDIT_COLUMNS.filter((name) => name !== 'seq'))
    test(`a changed row (${column})`, () => {
      const value =
        column === 'as_platform' ? '1' : column === 'via' ? "'key'" : column === 'door' ? "'api'" : "'other'"
      tamper(`update audit set ${column} = ${value} where seq = 12`)
      expect(verdict()).toMatchObject({ whole: false, broken: 1, breaks: [{ seq: 12, to: 12, what: 'changed' }] })
    })

  test('a row that lost its hash', () => {
    tamper('update audit set hash = null where seq = 12')
    expect(verdict()).toMatchObject({ whole: false, breaks: [{ seq: 12, what: 'changed' }] })
  })

  test('a deleted row', () => {
    tamper('delete from audit where seq = 12')
    expect(verdict()).toMatchObject({ whole: false, broken: 1, breaks: [{ seq: 12, to: 12, what: 'missing' }] })
  })

  test('a deleted beginning', () => {
    tamper('delete from audit where seq < 4')
    expect(verdict()).toMatchObject({ whole: false, breaks: [{ seq: 1, to: 3, what: 'missing' }] })
  })

  test('an inserted row', () => {
    const columns = `id, at, actor, via, as_platform, action, salts, hash`
    tamper(
      'update audit set seq = -seq - 1 where seq >= 12',
      'update audit set seq = -seq where seq < 0',
      `insert into audit (seq, ${columns}) select 12, ${columns} from audit where seq = 3`,
    )
    expect(verdict()).toMatchObject({
      whole: false,
      breaks: expect.arrayContaining([{ seq: 12, to: 12, what: 'changed' }]),
    })
    expect(verdict().breaks[0]).toEqual({ seq: 12, to: 12, what: 'changed' })
  })

  test('each of two swapped rows', () => {
    tamper(
      'update audit set seq = -12 where seq = 12',
      'update audit set seq = 12 where seq = 20',
      'update audit set seq = 20 where seq = -12',
    )
    const seqs = verdict().breaks.map(({ seq }) => seq)
    expect(seqs).toContain(12)
    expect(seqs).toContain(20)
  })
})

test('newest rows that were cut are found with the anchor of the day before, and without one nothing shows', () => {
  write(30)
  const yesterday = anchor()
  write(10)
  tamper('delete from audit where seq > 30')
  expect(verdict([yesterday])).toMatchObject({ whole: true, to: 30 })
  tamper('delete from audit where seq > 20')
  expect(verdict()).toMatchObject({ whole: true, to: 20 })
  expect(verdict([yesterday])).toMatchObject({ whole: false, anchors: [{ seq: 30, found: 'missing' }] })
})

test('a chain recomputed with the key holds, but not against an anchor of the day before', () => {
  write(30)
  const yesterday = anchor()
  const [rows, key, start] = w.db.read((tx) => {
    const [segment] = segmentsOf(tx, w.app.sealer)
    return [linkedRows(tx, 0, 100), segment!.key!, segment!.start] as never as [never[], Uint8Array, Uint8Array]
  })
  const file = new Database(w.db.file)
  file.run('pragma synchronous = off')
  let previous = start
  for (const row of rows as { seq: number; salts: Uint8Array; action: string }[]) {
    if (row.seq === 12) row.action = 'nothing_special'
    previous = linkOf(key, previous, row as never, row.salts)
    file.run('update audit set action = ?, hash = ? where seq = ?', [row.action, previous, row.seq])
  }
  file.close()
  expect(verdict()).toMatchObject({ whole: true })
  expect(verdict([yesterday])).toMatchObject({ whole: false, anchors: [{ seq: 30, found: 'differs' }] })
})

test('rows from before the chain are linked in steps, and then a change to them is named', () => {
  tamper(
    ...[1, 2, 3, 4, 5].map(
      (seq) =>
        `insert into audit (seq, id, at, actor, via, as_platform, action) values (${seq}, 'a${seq}', '${START}', 'x', 'key', 0, 'old')`,
    ),
  )
  // The key of this install begins behind the rows that were there.
  w.db.write((tx) => {
    tx.run("delete from settings where name = 'audit_chain'")
    return null
  })
  reopen()
  write(3)
  expect(verdict()).toMatchObject({ whole: true, rows: 8, unlinked: 5 })
  expect(w.db.write((tx) => linkOldRows(tx, 3))).toBe(3)
  write(1)
  expect(verdict()).toMatchObject({ whole: true, unlinked: 2 })
  expect(w.db.write((tx) => linkOldRows(tx, 3))).toBe(2)
  expect(verdict()).toMatchObject({ whole: true, unlinked: 0, rows: 9 })
  tamper("update audit set action = 'older' where seq = 4")
  expect(verdict()).toMatchObject({ whole: false, breaks: [{ seq: 4, what: 'changed' }] })
})

function reopen(sealer = w.app.sealer) {
  openAuditChain({ db: w.db, sealer, log: w.app.log })
}

test('a new secret key keeps the chain; a lost one starts a new segment, and says what it cannot verify', () => {
  write(5)
  const next = createSealer(['the second key of thirty-two characters', 'a key for tests of thirty-two characters'])
  reopen(next)
  write(5)
  const alone = createSealer('the second key of thirty-two characters')
  expect(verdict([], alone)).toMatchObject({ whole: true, rows: 10, unverifiable: 0 })
  const third = createSealer('the third key of thirty-two characters!')
  reopen(third)
  write(5)
  expect(verdict([], third)).toMatchObject({ whole: true, rows: 15, unverifiable: 10 })
  tamper("update audit set action = 'x' where seq = 13")
  expect(verdict([], third)).toMatchObject({ whole: false, breaks: [{ seq: 13 }] })
})

test('forgetting by age removes the oldest rows alone, and the chain is whole from its new head', () => {
  write(2000)
  w.clock.turn(10 * DAY)
  write(5)
  const run = w.clock.now()
  const step = (limit: number) => w.db.write((tx) => forgetAudit(tx, run, plus(run, -DAY), '1 day', limit))
  let removed = 0
  for (let gone = step(300); gone > 0; gone = step(300)) removed += gone
  expect(removed).toBe(2000)
  expect(w.db.read((tx) => tx.rows('select first_seq, removed, by_rule from audit_heads'))).toEqual([
    { first_seq: 2001, removed: 2000, by_rule: '1 day' },
  ])
  expect(verdict([{ seq: 7, hash: 'aa' }])).toMatchObject({
    whole: true,
    from: 2001,
    rows: 5,
    anchors: [{ found: 'forgotten' }],
  })
  tamper('delete from audit where seq = 2001')
  expect(verdict()).toMatchObject({ whole: false, breaks: [{ seq: 2001, what: 'missing' }] })
})

test('a person is erased from the trail, and the chain stays whole', () => {
  write(3)
  w.db.write((tx) => {
    writeAudit(tx, callerOf('ben'), { ...ENTRY, ip: '198.51.100.9', target: 'x' })
    writeAudit(tx, callerOf('ada'), {
      ...ENTRY,
      target: 'ben@northwind.example',
      before: { email: 'Ben@Northwind.example' },
      after: { name: 'Benjamin Oak' },
    })
    return null
  })
  const named = { email: 'ben@northwind.example', name: 'Benjamin Oak', user_id: 'usr_ben' }
  expect(w.db.write((tx) => eraseWords(tx, named, 0, 100))).toBe(2)
  expect(w.db.write((tx) => eraseWords(tx, named, 0, 100))).toBe(0)
  const left = JSON.stringify(w.db.read((tx) => tx.rows('select * from audit')))
  for (const word of ['ben@northwind', 'Ben@Northwind', 'Benjamin', '198.51.100.9']) expect(left).not.toContain(word)
  expect(left).toContain('ada@northwind.example')
  expect(verdict()).toMatchObject({ whole: true, rows: 5 })
  tamper("update audit set actor = 'ada@northwind.example' where seq = 4")
  expect(verdict()).toMatchObject({ whole: false, breaks: [{ seq: 4, what: 'changed' }] })
})
