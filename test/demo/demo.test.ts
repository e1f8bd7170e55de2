import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demo } from '../../src/demo/index.ts'
import { readBooks } from '../../src/demo/result.ts'
import { createScreen } from '../../src/demo/screen.ts'
import { FLAGS } from '../../src/domains/preflight/index.ts'
import { FLAGS as WORDS } from '../../views/parts/text/words.ts'
import { binary } from '../e2e/binary.ts'
import { inLongRun, some, WHOLE } from '../long/whole.ts'
import { world } from '../world.ts'

const program = await binary()
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The demo by the executable, as a pipe sees it. */
async function shown(links: number) {
  const box = machine()
  const { code, out: text, err } = await box.finished('--links', String(links))
  const rows = [...text.matchAll(/^ {2,4}(\S.*?) {2,}([\d,]+)(?: {2}.*)?$/gm)].map(([, label, value]) => [
    label!,
    Number(value!.replaceAll(',', '')),
  ])
  return { code, text, err, left: box.left(), rows: Object.fromEntries(rows) as Record<string, number> }
}

describe('the demo', () => {
  let first: ReturnType<typeof shown> | undefined
  const once = () => (first ??= shown(120))

  inLongRun('shows the same on every run, although its ports differ', async () => {
    const [one, two] = [await once(), await shown(120)]
    expect(one).toMatchObject({ code: 0 })
    expect(two).toEqual(one)
  })

  test.each(WHOLE ? [1, 7, 120, 1001] : [120])(
    'accounts for each of %d links and each of their credits',
    async (links) => {
      const { code, text, rows } = await (links === 120 ? once() : shown(links))
      const sent = rows.Sent!
      expect(code).toBe(0)
      expect(rows.Submitted).toBe(links)
      expect(sent + rows['Skipped, free']! + rows.Dropped!).toBe(links)
      expect(rows['Credits used']! + rows['Credits refunded']!).toBe(sent)
      expect(rows['Indexed by day 7']).toBe(rows['Credits used']!)
      expect(rows['Indexed by day 1']).toBeLessThanOrEqual(rows['Indexed by day 3']!)
      expect(rows['Indexed by day 3']).toBeLessThanOrEqual(rows['Indexed by day 7']!)
      expect(text).toContain('The books balance.')
    },
  )

  test('leaves nothing behind, and minds no setting or proxy of the environment', async () => {
    const { code, text, err, left } = await once()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(text).toContain('run the demo again with --keep')
    expect(left).toEqual([])
  })

  test('meets every condition that the pre-flight knows, and what IndexNow answers', async () => {
    const { rows } = await once()
    const parts = Object.keys(rows)
    for (const flag of FLAGS) expect(parts).toContain(WORDS[flag]!.toLowerCase())
    for (const part of ['duplicate', 'not a web address']) expect(rows[part]).toBeGreaterThan(0)
    for (const status of [200, 202, 403]) expect(parts.some((part) => part.startsWith(`${status}, `))).toBe(true)
    expect(rows['outside the key file’s folder']).toBeGreaterThan(0)
  })

  test('watches a sitemap that grows during the week: what is there is learned, what comes is pushed', async () => {
    expect((await once()).text).toContain('11 pages of Bakery learned, 6 later ones found and pushed')
  })

  test('goes on after day 7, with Search Console of a client: links that are still there, and drops with their causes', async () => {
    const { text } = await once()
    expect(text).toContain('Search Console of Bakery connected')
    expect(text).toContain('Google’s Indexing API, which takes 1 of 2 pages')
    expect(text).toMatch(
      /Still there +9\d % of the links of 90 days ago; dropped: 3 \(The page forbids indexing\), 2 \(.+: pushed again\)\n/,
    )
  })

  test('sends its events to a receiver that verifies the signature of each', async () => {
    expect((await once()).text).toMatch(/\b[1-9]\d* received, the signature of each verified/)
  })

  inLongRun('draws one line over and over on a terminal, in colours unless they are not wanted', async () => {
    const onTerminal = async (env: Record<string, string>) => {
      let text = ''
      const out = { write: (more: string) => (text += more), isTTY: true, columns: 80 }
      await demo({ links: 5, keep: false }, createScreen(out, env))
      return text
    }
    const [plain, coloured] = await Promise.all([onTerminal({ NO_COLOR: '1' }), onTerminal({})])
    expect(plain).toContain('\r\x1b[K  · Day 2')
    expect(plain).not.toContain('\x1b[3')
    expect(coloured).toContain('\x1b[32m')
  })
})

test('books that are off by one credit do not balance', () => {
  const { db, close } = world()
  db.write((tx) => tx.run('update purses set available = 1 where tenant_id = ? and kind = ?', 'ten_rival', 'check'))
  expect(db.read(readBooks)).toMatchObject({
    balance: false,
    summary: expect.stringContaining('add up to 0, available 1'),
  })
  db.write((tx) => tx.run('update purses set available = 0, reserved = 1 where tenant_id = ?', 'ten_rival'))
  expect(db.read(readBooks).balance).toBe(false)
  db.write((tx) => tx.run('update purses set reserved = 0'))
  expect(db.read(readBooks).balance).toBe(true)
  close()
})

describe('the command', () => {
  // Each is a start of the program: a change has each third, the long run all.
  const refused = ['--links 0', '--links 10001', '--links -5', '--links 1.5', '--links many', '--links ', '--links']
  test.each(some([...refused, '--fast', 'now'], 3))(
    'refuses "%s" with status 2 and a reason, before anything is made',
    async (words) => {
      const box = machine()
      const { code, out, err } = await box.finished(...words.split(' '))
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/^signalpost: \S.*\n {2}\S.*\n$/)
      expect(box.left()).toEqual([])
    },
  )

  test('takes its folder along when it is interrupted at work', async () => {
    const box = machine()
    const child = box.start('--links', '10000')
    await said(child, 'First run')
    expect(box.left()).toHaveLength(1)
    child.kill('SIGINT')
    expect(await child.exited).toBe(130)
    expect(box.left()).toEqual([])
  })

  test('with --keep shows a way in that works and what went wrong, until it is told to stop', async () => {
    const box = machine()
    const child = box.start('--links', '120', '--keep')
    const shown = /address +(\S+)\n +the push +(\S+)\n +e-mail +(\S+)\n +password +(\S+)\n +a report +(\S+)\n/
    const [, address, push, email, password, report] = shown.exec(await said(child, shown))!
    const form = new URLSearchParams({ email: email!, password: password! })
    const headers = { origin: address! }
    const entered = await fetch(`${address}/app/sign-in`, { method: 'POST', body: form, headers, redirect: 'manual' })
    const cookie = entered.headers.getSetCookie().map((one) => one.split(';', 1)[0]!)
    const read = async (path: string) => {
      const page = await fetch(new URL(path, address), { headers: { cookie: cookie.join('; ') } })
      expect([path, page.status]).toEqual([path, 200])
      return page.text()
    }
    expect(await read(push!)).toContain('Spring pages')
    const [sent, waiting] = [await read(report!), await read('/app')]
    expect(sent).toMatch(/\d+ new pages in /)
    expect(sent).toContain('Questions?')
    // In the first days of a month the reports of the month before wait too.
    expect(waiting).toMatch(/[1-3] reports? waits? for approval/)
    const dashboard = await read('/app')
    expect(dashboard).toMatch(/IndexNow refused \d+ links of 127\./)
    expect(dashboard).toContain('Verify again')
    expect(dashboard).not.toContain('Nothing needs attention')
    const base = new URL(push!).pathname.replace(/\/jobs\/.*/, '')
    const pages = [dashboard, await read(`${base}/clients`), await read(`${base}/credits/clients`)]
    const watched = await read(`${base}/still-there`)
    expect(watched).toMatch(/Of \d+ links, 9\d% are still there after 90 days/)
    expect(watched).toContain('The page forbids indexing')
    const engines = await read(`${base}/engines`)
    expect(engines).toMatch(/>[1-9]\d* of 1,500</)
    expect(engines).toContain('vera@bakery.example')
    for (const shown of pages) for (const client of ['Bakery', 'Flower shop']) expect(shown).toContain(client)
    child.kill('SIGINT')
    expect(await child.exited).toBe(0)
    expect(box.left()).toEqual([])
  })
})

/** Empty folders to run in, and an environment that would lead astray. */
function machine() {
  const box = mkdtempSync(join(tmpdir(), 'signalpost-test-'))
  folders.push(box)
  const [home, temp, cwd] = ['home', 'temp', 'cwd'].map((name) => join(box, name)) as [string, string, string]
  for (const folder of [home, temp, cwd]) mkdirSync(folder)
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: temp,
    HTTP_PROXY: 'http://127.0.0.1:1',
    SIGNALPOST_DATA_DIR: '/nowhere',
    SIGNALPOST_INDEXNOW_ENDPOINT: 'not an address',
  }
  const start = (...words: string[]) =>
    Bun.spawn([program, 'demo', ...words], { cwd, env, stdout: 'pipe', stderr: 'pipe' })
  return {
    start,
    async finished(...words: string[]) {
      const child = start(...words)
      const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      return { code: await child.exited, out, err }
    },
    left: () => [home, temp, cwd].flatMap((folder) => readdirSync(folder)),
  }
}

/** What the child has said by the time it has said this. */
async function said(child: { stdout: ReadableStream<Uint8Array> }, wanted: string | RegExp): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  const reader = child.stdout.getReader()
  while (typeof wanted === 'string' ? !text.includes(wanted) : !wanted.test(text)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`it ended and had only said: ${text}`)
    text += decoder.decode(value, { stream: true })
  }
  return text
}
