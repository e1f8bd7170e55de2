import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { migrations } from '../../../migrations/index.ts'
import { booksOf } from '../../../src/domains/system/index.ts'
import { pack } from '../../../src/features/backups/backup-file.ts'
import { isOwnCopy, makeBackup, proveBackup, proveCopy } from '../../../src/features/backups/index.ts'
import { openForReading } from '../../../src/kernel/database/database.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { START, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const PASSPHRASE = 'seven lamps over the harbour'
const NONE = { passphrase: '', recipients: [] }
const KEYS = { passphrase: '', identities: [] }
const program = (known = migrations) => ({ version: '1.2.3', migrations: known, clock: w.clock })
const secret_keys = ['spx_a_key_that_seals_what_is_stored']

function make(name = 'a.backup', lock: { passphrase: string; recipients: readonly string[] } = NONE) {
  const to = join(w.folder, name)
  return makeBackup(w.db.file, to, { ...program(), lock, secret_keys }).then((made) => ({ ...made, to }))
}

const piecesOf = (bytes: Uint8Array): Readable => Readable.from([bytes.subarray(0, 100), bytes.subarray(100)])
const prove = (bytes: Uint8Array, keys: { passphrase: string; identities: string[] } = KEYS, known = migrations) =>
  proveBackup(piecesOf(bytes), join(w.folder, 'proof'), keys, program(known))

describe('a backup', () => {
  test('holds what the database held, and leaves nothing else behind, nor what an interrupted one left', async () => {
    for (const left of ['copy', 'copy-journal', 'part']) writeFileSync(join(w.folder, `a.backup.${left}`), 'left')
    await w.call('ada', 'create_sub_tenant', { name: 'Kiosk' })
    const { to, header, wrong } = await make()
    expect(wrong).toEqual([])
    expect(header).toMatchObject({ version: '1.2.3', schema: migrations.length, secret_keys: null })
    expect(header.books.rows).toMatchObject({ tenants: 5, audit: 1 })
    expect(readdirSync(w.folder).filter((name) => name.startsWith('a.backup'))).toEqual(['a.backup'])
    const proved = await prove(readFileSync(to))
    expect(proved.header).toEqual(header)
    expect(proved.sha256).toBe(Bun.SHA256.hash(readFileSync(to), 'hex'))
  })

  test('that is not encrypted holds no key', async () => {
    const { to } = await make()
    expect(readFileSync(to, 'latin1')).not.toContain(secret_keys[0]!)
  })

  test('is opened by its passphrase alone, and brings the keys', async () => {
    const { to } = await make('b.backup.age', { passphrase: PASSPHRASE, recipients: [] })
    const bytes = readFileSync(to)
    expect(bytes.toString('latin1')).toStartWith('age-encryption.org/v1')
    expect(bytes.toString('latin1')).not.toContain('signalpost')
    expect((await prove(bytes, { ...KEYS, passphrase: PASSPHRASE })).header.secret_keys).toEqual(secret_keys)
    expect(prove(bytes)).rejects.toThrow('the backup is encrypted')
    expect(prove(bytes, { ...KEYS, passphrase: 'another passphrase' })).rejects.toThrow('encrypted to somebody else')
  })

  test('is opened by the identity of its recipient, who need not be here for the proof', async () => {
    const [mine, other] = [await generateX25519Identity(), await generateX25519Identity()]
    const { to } = await make('c.backup.age', { passphrase: '', recipients: [await identityToRecipient(mine)] })
    expect((await prove(readFileSync(to), { ...KEYS, identities: [mine] })).wrong).toEqual([])
    expect(prove(readFileSync(to), { ...KEYS, identities: [other] })).rejects.toThrow('encrypted to somebody else')
  })

  test('tells of books that did not balance, by the rule that does not hold', async () => {
    w.db.write((tx) =>
      tx.run("update purses set available = available + 7 where tenant_id = 'ten_rival' and kind = 'index'"),
    )
    const { wrong } = await make()
    expect(wrong.map(({ rule }) => rule)).toEqual(['the ledger adds up to the credits that are available'])
    expect(wrong[0]!.rows).toEqual([{ tenant_id: 'ten_rival', kind: 'index', available: 7, ledger: 0 }])
  })
})

describe('is refused with a sentence:', () => {
  test.each([NONE, { passphrase: PASSPHRASE, recipients: [] }])(
    'any flipped bit (%j)',
    async (lock) => {
      const { to } = await make('a.backup', lock)
      const bytes = readFileSync(to)
      const keys = { ...KEYS, passphrase: lock.passphrase }
      // Every bit of the beginning and the end, and one in so many between them; a key is stretched each time, so fewer of a locked one.
      const step = lock.passphrase ? 4001 : 997
      const bits = new Set<number>()
      for (let bit = 0; bit < bytes.length * 8; bit += bit < 64 || bit > bytes.length * 8 - 64 ? 1 : step) bits.add(bit)
      const let_in: number[] = []
      for (const bit of [...bits].slice(0, lock.passphrase ? 40 : 400)) {
        const flipped = Buffer.from(bytes)
        flipped[bit >> 3]! ^= 1 << (bit & 7)
        const error = await prove(flipped, keys).then(
          () => null,
          (failure: Error) => failure,
        )
        if (error === null) let_in.push(bit)
        else
          expect([bit, error.constructor.name, error.message]).toEqual([
            bit,
            'BackupError',
            expect.stringMatching(/\w/),
          ])
      }
      expect(let_in).toEqual([])
    },
    600_000,
  )

  test('one that ends too early, wherever', async () => {
    const bytes = readFileSync((await make()).to)
    for (const length of [1, 10, 200, bytes.length >> 1, bytes.length - 33, bytes.length - 32, bytes.length - 1])
      expect(prove(bytes.subarray(0, length))).rejects.toThrow(/incomplete|damaged|not a backup/)
    expect(prove(bytes.subarray(0, bytes.length >> 1))).rejects.toThrow(/incomplete|damaged/)
    expect(prove(new Uint8Array(0))).rejects.toThrow('the file is empty')
  })

  test('something else, a bare database, and one of a newer Signalpost', async () => {
    expect(prove(Buffer.from('PK\x03\x04 this is a zip'))).rejects.toThrow('the file is not a backup of Signalpost')
    expect(prove(readFileSync(w.db.file))).rejects.toThrow('a bare SQLite database')
    const { to } = await make()
    expect(prove(readFileSync(to), KEYS, migrations.slice(0, -1))).rejects.toThrow(
      `made by a newer Signalpost (1.2.3, schema ${migrations.length}; this one knows ${migrations.length - 1})`,
    )
  })

  test('one that goes on after its end', async () => {
    const bytes = readFileSync((await make()).to)
    expect(prove(Buffer.concat([bytes, Buffer.from('more')]))).rejects.toThrow('damaged')
  })
})

test('the copy that an upgrade made is proved and brought up to date; one that is damaged or of a newer schema is refused', async () => {
  const file = join(w.folder, 'old.db')
  migrate(file, migrations.slice(0, 13), w.clock)
  const copy = migrate(file, migrations, w.clock).copy!
  expect([isOwnCopy(copy), isOwnCopy('before-schema-14-of-mine.db'), isOwnCopy(w.db.file)]).toEqual([
    true,
    false,
    false,
  ])
  const folder = join(w.folder, 'proof')
  expect(await proveCopy(copy, folder, program())).toMatchObject({
    header: { schema: 13, secret_keys: null },
    wrong: [],
  })
  const restored = new Database(join(folder, 'signalpost.db'), { readonly: true })
  expect(restored.query('PRAGMA user_version').get()).toEqual({ user_version: migrations.length })
  restored.close()
  expect(proveCopy(copy, folder, program(migrations.slice(0, 12)))).rejects.toThrow('the copy is of schema 13')
  truncateSync(copy, 100_000)
  expect(proveCopy(copy, folder, program())).rejects.toThrow('the copy is damaged')
})

test('a backup of an older schema is brought up to this one, and its credits are the same', async () => {
  const file = join(w.folder, 'old.db')
  migrate(file, migrations.slice(0, 13), w.clock)
  const raw = new Database(file)
  raw.run(
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${START}', '${START}')`,
  )
  raw.run("insert into purses (tenant_id, kind, available, reserved) values ('ten_a', 'index', 5, 0)")
  raw.run(
    `insert into ledger (id, tenant_id, kind, direction, amount, reason, balance_after, group_id, actor, created_at)
     values ('led_a', 'ten_a', 'index', 'in', 5, 'adjustment', 5, 'grp_a', 'system', '${START}')`,
  )
  raw.close()
  const db = openForReading(file, w.clock)
  const books = db.read(booksOf)
  db.close()
  const bytes = readFileSync(file)
  const sha256 = Bun.SHA256.hash(bytes, 'hex') as string
  const header = { made_at: START, version: '0.1.0', schema: 13, bytes: bytes.length, sha256, books, secret_keys: null }
  const packed = await new Response(await pack(file, header, NONE)).bytes()
  expect(await prove(packed)).toMatchObject({ header: { schema: 13 }, wrong: [] })
  const other = { ...header, books: { ...books, credits: [{ ...books.credits[0]!, available: 6 }] } }
  const strange = await new Response(await pack(file, other, NONE)).bytes()
  expect(prove(strange)).rejects.toThrow('the books of the restored database are not those that were backed up')
})
