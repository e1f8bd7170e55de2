import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBreached } from '../../../../src/domains/accounts/passwords/breached-passwords.ts'
import { readConfig } from '../../../../src/kernel/environment/config.ts'
import { refusal } from '../../../refusal.ts'
import { world } from '../../../world.ts'
import { ADAS_PASSWORD, seedPassword } from '../seed.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-breached-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()
function fileOf(passwords: string[], { end = '\r\n', count = true } = {}): string {
  const file = join(folder, `${passwords.length}-${count}-${end.length}.txt`)
  const lines = passwords.map((one, n) => (count ? `${sha1(one)}:${3 ** (n % 17)}` : sha1(one)))
  writeFileSync(file, lines.toSorted().join(end))
  return file
}

test.each([1, 2, 3, 500])('each of %i passwords in the file is found, and no other', (size) => {
  const passwords = Array.from({ length: size }, (_, n) => `quiet harbour, ${n} gulls`)
  for (const form of [{}, { end: '\n' }, { count: false, end: '\n' }]) {
    const file = fileOf(passwords, form)
    expect(passwords.filter((one) => !isBreached(file, one))).toEqual([])
    expect(passwords.filter((one) => isBreached(file, `${one}!`))).toEqual([])
  }
})

test('a new password that is in the file of the operator is refused', async () => {
  const leaked = 'quiet harbour, seven gulls'
  const w = world({ env: { SIGNALPOST_BREACHED_PASSWORDS: fileOf([leaked, 'another one']) } })
  w.db.write((tx) => seedPassword(tx))
  const change = (new_password: string) =>
    refusal(w.call('ada', 'change_password', { current_password: ADAS_PASSWORD, new_password }))
  expect(await change(leaked)).toMatchObject({
    details: { issues: [{ path: 'new_password', message: expect.stringContaining('known from a breach') }] },
  })
  const asked = { email: 'mo@harbour.example', name: 'Mo', password: leaked }
  expect(await refusal(w.call('pat', 'create_user', asked))).toMatchObject({ code: 'validation_failed' })
  w.close()
})

const startWith = (file: string) => () => readConfig({ SIGNALPOST_BREACHED_PASSWORDS: file })

test('a file that is not there, or of other hashes, stops the start', () => {
  const other = join(folder, 'ntlm.txt')
  writeFileSync(other, '0123456789ABCDEF0123456789ABCDEF:3\r\n')
  for (const file of [other, join(folder, 'nothing.txt'), folder])
    expect(startWith(file)).toThrow('SIGNALPOST_BREACHED_PASSWORDS')
})

test.each([2, 20, 5000])(
  'a file of %i passwords sorted by count stops the start, one sorted by hash does not',
  (size) => {
    const lines = Array.from({ length: size }, (_, n) => `${sha1(`by count ${n}`)}:${size - n}`)
    const file = join(folder, 'by-count.txt')
    writeFileSync(file, (size === 2 ? lines.toSorted().toReversed() : lines).join('\r\n'))
    expect(startWith(file)).toThrow('is not sorted by hash')
    expect(startWith(fileOf(Array.from({ length: size }, (_, n) => `${n}`)))).not.toThrow()
  },
)

test('a file that is gone while it runs lets no password pass, and the operator reads which setting to correct', async () => {
  const file = fileOf(['one', 'two', 'three', 'four'])
  const w = world({ env: { SIGNALPOST_BREACHED_PASSWORDS: file } })
  w.db.write((tx) => seedPassword(tx))
  rmSync(file)
  const asked = { current_password: ADAS_PASSWORD, new_password: 'quiet harbour, seven gulls' }
  const said = (await w.call('ada', 'change_password', asked).catch(String)) as string
  for (const words of ['SIGNALPOST_BREACHED_PASSWORDS', file, 'ENOENT', 'empty the setting'])
    expect(said).toContain(words)
  w.close()
})
