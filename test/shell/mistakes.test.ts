/** What somebody types on the first day, each answered with what to do: the transcript is `mistakes.txt`. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Stage, stage } from './stage.ts'

const TRANSCRIPT = resolve(import.meta.dir, 'mistakes.txt')

let s: Stage
beforeAll(async () => {
  s = await stage()
  writeFileSync(join(s.folder, 'empty.txt'), '\n# nothing yet\n')
  writeFileSync(join(s.folder, 'notes.txt'), 'bakery\nmenu\n')
  writeFileSync(join(s.folder, 'links.xlsx'), 'PK\u0003\u0004\u0000\u0000')
}, 600_000)
afterAll(() => s.close())

/** Typed one after another by somebody who has an install, a key in a file, and a list of links. */
const MISTAKES = [
  'signalpost pus links.txt',
  'signalpost push links.txt',
  'signalpost login',
  'signalpost login push.northwind.example/app --key-file links.txt',
  'signalpost login push.northwind.example/app --key-file key.txt',
  'signalpost push nofile.txt',
  'signalpost push empty.txt',
  'signalpost push notes.txt',
  'signalpost check links.xlsx',
  'signalpost push https://bakery.example/',
  'signalpost push links.txt --clients Bakery',
  'signalpost push links.txt --client bakerie',
  'signalpost push links.txt --drip tomorrow',
  'signalpost push links.txt more.txt',
  'printf "%s\\n" bakery.example/menu https://bakery.example/menu https://bakery.example/menu | signalpost push - --dry-run',
  'signalpost status menu',
  'signalpost verify --audit --anchor 12',
  'signalpost verify --anchor 12',
  'signalpost help bogus',
  'signalpost help > /dev/full',
]

/** What is wrong in the first line, what to do in the second. */
const ANSWER = /^signalpost: .+\n {2}\S.+\n$/

test('each is answered with what is wrong and what to do, as the transcript shows', async () => {
  let told = ''
  for (const line of MISTAKES) {
    const { code, out, err } = await s.sh(line)
    const shown = (out + err).replaceAll(s.home, '~').replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    if (code === 1 || code === 2) expect([line, out, err]).toEqual([line, '', expect.stringMatching(ANSWER)])
    told += `$ ${line}\n${shown}[${code}]\n\n`
  }
  if (process.env.UPDATE_TRANSCRIPT) writeFileSync(TRANSCRIPT, told)
  expect(told).toBe(readFileSync(TRANSCRIPT, 'utf8'))
}, 600_000)
