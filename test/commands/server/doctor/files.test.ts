import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkOpenFiles } from '../../../../src/commands/server/doctor/files.ts'
import type { Config } from '../../../../src/kernel/environment/config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const config = () => ({ data_dir: folder }) as Config

/** A process 77 that holds the folder, as `/proc` tells of it. */
function running(limit: string, open: number): string {
  const proc = join(folder, 'proc')
  mkdirSync(join(proc, '77', 'fd'), { recursive: true })
  writeFileSync(join(folder, 'lock.pid'), '77\n')
  writeFileSync(
    join(proc, '77', 'limits'),
    `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${limit}                 524288               files\n`,
  )
  for (let n = 0; n < open; n++) writeFileSync(join(proc, '77', 'fd', String(n)), '')
  return proc
}

test('fewer than 1,024 are told, with what allows more', () => {
  const { verdict, advice } = checkOpenFiles(config(), running('256', 40))
  expect([verdict, advice]).toEqual(['warn', expect.stringContaining('LimitNOFILE=')])
})

test('so is an install that has nearly all of them open', () => {
  expect(checkOpenFiles(config(), running('1024', 900)).verdict).toBe('warn')
})

test('enough are well', () => {
  const found = checkOpenFiles(config(), running('65536', 3))
  expect(found).toEqual({ verdict: 'ok', found: '3 of 65,536 files and connections open' })
  expect(checkOpenFiles(config(), running('unlimited', 3)).verdict).toBe('ok')
})

test('while nothing runs there is nothing to tell', () => {
  expect(checkOpenFiles(config()).verdict).toBe('ok')
})

test('of a real process, this one', () => {
  writeFileSync(join(folder, 'lock.pid'), `${process.pid}\n`)
  expect(checkOpenFiles(config()).found).toMatch(process.platform === 'linux' ? / of [\d,]+ files/ : /Linux/)
})
