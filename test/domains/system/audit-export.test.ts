/** The exported trail verifies on its own, and shows each reader what is theirs. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifiedFile } from '../../../src/kernel/audit/export-lines.ts'
import { eraseWords } from '../../../src/kernel/audit/upkeep.ts'
import type { Anchor } from '../../../src/kernel/audit/verify.ts'
import { writeAudit } from '../../../src/kernel/operation/audit.ts'
import type { CsvAnswer } from '../../../src/kernel/operation/operation.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'

let w: World
let file: string
beforeEach(() => {
  w = world()
  file = join(w.folder, 'audit.jsonl')
  w.db.write((tx) => {
    for (let n = 0; n < 40; n++) {
      const entry = {
        action: 'update_tenant',
        target: `t${n}`,
        ip: '192.0.2.7',
        request_id: null,
        after: { name: `N ${n}` },
      }
      writeAudit(tx, callerOf('ada'), { ...entry, tenant_id: 'ten_bakery' })
      writeAudit(tx, callerOf('rita'), { ...entry, tenant_id: 'ten_rival' })
      if (n % 10 === 0) writeAudit(tx, callerOf('pat'), { ...entry, tenant_id: 'ten_northwind' })
    }
    return null
  })
})
afterEach(() => w.close())

async function written(who: Person, query: Record<string, unknown> = {}): Promise<Record<string, unknown>[]> {
  const { lines } = await w.call<CsvAnswer>(who, 'export_audit_jsonl', query)
  const text = (await Array.fromAsync(lines as AsyncIterable<string>)).join('')
  writeFileSync(file, text)
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
const verdict = (anchors: Anchor[] = []) => w.db.read((tx) => verifiedFile(tx, w.app.sealer, file, anchors))
const change = (edit: (lines: string[]) => string[]) =>
  writeFileSync(file, `${edit(readFileSync(file, 'utf8').trim().split('\n')).join('\n')}\n`)

test('the whole trail, the oldest first; the file verifies, and taking it is a row', async () => {
  const lines = await written('pat')
  expect(lines.length).toBe(86)
  expect(lines[0]).toMatchObject({
    seq: 1,
    action: 'update_tenant',
    actor: 'ada@northwind.example',
    after: { name: 'N 0' },
  })
  expect(lines[84]).toMatchObject({ action: 'export_audit_jsonl', actor: 'pat@platform.example' })
  const { anchor } = lines[85] as { anchor: Anchor }
  expect(verdict([anchor])).toMatchObject({ whole: true, rows: 85, anchors: [{ found: 'matches' }] })
})

test('a changed, deleted, inserted or swapped line is named, and lines cut from the end are missed', async () => {
  await written('pat')
  const whole = readFileSync(file, 'utf8')
  const broken = (edit: (lines: string[]) => string[]) => {
    writeFileSync(file, whole)
    change(edit)
    return verdict().breaks
  }
  expect(broken((all) => all.with(9, all[9]!.replace('update_tenant', 'nothing')))).toMatchObject([
    { seq: 10, what: 'changed' },
  ])
  expect(broken((all) => all.toSpliced(9, 1))[0]).toMatchObject({ seq: 10, what: 'missing' })
  expect(broken((all) => all.toSpliced(9, 0, all[3]!.replace('"seq":4,', '"seq":10,')))[0]).toMatchObject({
    seq: 10,
    what: 'changed',
  })
  expect(broken((all) => all.with(9, all[10]!).with(10, all[9]!)).length).toBeGreaterThan(0)
  expect(broken((all) => all.toSpliced(80, 5))[0]).toMatchObject({ what: 'missing' })
  expect(broken((all) => all.slice(0, 80))[0]).toMatchObject({ what: 'missing' })
  expect(broken((all) => all)).toEqual([])
})

test('an owner gets the lines of the own tree, without name and address of a platform admin, and they verify', async () => {
  const lines = await written('ada')
  const rows = lines.slice(0, -1) as {
    tenant_id: string
    actor: string | null
    ip: string | null
    as_platform: number
  }[]
  expect(new Set(rows.map(({ tenant_id }) => tenant_id))).toEqual(new Set(['ten_bakery', 'ten_northwind']))
  expect(rows.filter(({ as_platform }) => as_platform === 1)).toMatchObject(Array(4).fill({ actor: null, ip: null }))
  expect(JSON.stringify(lines)).not.toMatch(/pat@platform|rita@|ten_rival/)
  expect(lines.at(-1)).toMatchObject({ anchor: null, complete: false })
  expect(verdict()).toMatchObject({ whole: true, rows: rows.length })
  change((all) => all.with(0, all[0]!.replace('"t0"', '"t1"')))
  expect(verdict()).toMatchObject({ whole: false, breaks: [{ seq: 1, what: 'changed' }] })
  expect(w.call('ada', 'export_audit_jsonl', { tenant_id: 'ten_rival' })).rejects.toMatchObject({ code: 'not_found' })
})

test('erased texts are in the file as hashes, and it verifies', async () => {
  w.db.write((tx) => eraseWords(tx, { email: 'rita@rival.example', name: null, user_id: 'usr_rita' }, 0, 1000))
  const lines = await written('pat')
  expect(JSON.stringify(lines)).not.toContain('rita@rival')
  expect(verdict()).toMatchObject({ whole: true, rows: 85 })
})

test('erasing finds the account by the address, and takes former names and letters along', async () => {
  await w.call('rita', 'update_profile', { name: 'Rita of the harbour' })
  await w.call('rita', 'update_profile', { name: 'Rita' })
  w.db.write((tx) => {
    tx.run(
      `insert into mails (id, ref, template, to_address, subject, brand, facts, link_sealed, status, created_at, sent_at)
       values ('m', 'r', 'invite', 'rita@rival.example', 'S', '{}', '{}', 'x', 'sent', ?1, ?1)`,
      tx.now,
    )
    tx.run("delete from members where user_id = 'usr_rita'")
    return tx.run("delete from users where id = 'usr_rita'")
  })
  await w.call('pat', 'erase_audit_words', { email: 'rita@rival.example', name: 'Rita' })
  expect(JSON.stringify(await written('pat'))).not.toMatch(/rita@|Rita|203\.0\.113/)
  expect(w.db.read((tx) => tx.number('select count(*) from mails'))).toBe(0)
  expect(verdict()).toMatchObject({ whole: true })
  // Nothing of it is in the pages that SQLite freed, once they are given back.
  const copy = join(w.folder, 'vacuumed.db')
  const file = new Database(w.db.file, { readonly: true })
  file.run(`vacuum into '${copy}'`)
  file.close()
  const bytes = await Bun.file(copy).text()
  for (const word of ['rita@rival', 'Rita of the harbour']) expect(bytes.includes(word)).toBe(false)
})

test('a file with a line that is none is not whole, nor is one that is cut within a line', async () => {
  const lines = await written('pat')
  writeFileSync(file, `${JSON.stringify(lines[0])}\nnot json\n{"seq":`)
  expect(verdict()).toMatchObject({ whole: false })
})

test('a former user is erased by operation; an account that is there is not, and the row of it names nobody', async () => {
  const erased = { email: 'rita@rival.example', name: 'Rita', user_id: 'usr_rita' }
  expect(w.call('pat', 'erase_audit_words', erased)).rejects.toMatchObject({ code: 'conflict' })
  expect(w.call('ada', 'erase_audit_words', erased)).rejects.toMatchObject({ code: 'forbidden' })
  w.db.write((tx) => {
    tx.run("delete from members where user_id = 'usr_rita'")
    return tx.run("delete from users where id = 'usr_rita'")
  })
  expect(await w.call<object>('pat', 'erase_audit_words', erased)).toEqual({ rows: 40 })
  expect(JSON.stringify(await written('pat'))).not.toMatch(/rita@|Rita/)
  expect(verdict()).toMatchObject({ whole: true })
})
