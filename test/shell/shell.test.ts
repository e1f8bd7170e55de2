/** The shell's promises, through the executable. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalog } from '../../src/commands/index.ts'
import { until } from '../e2e/appliance.ts'
import { inLongRun, some } from '../long/whole.ts'
import { ADDRESS, type Stage, stage } from './stage.ts'

setDefaultTimeout(600_000)

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s.close())

const keyed = () => ({ SIGNALPOST_URL: ADDRESS, SIGNALPOST_KEY: s.key })
const run = (words: string[], input = '') => s.run(words, keyed(), input)
const json = async (words: string[], input = '') => JSON.parse((await run([...words, '--json'], input)).out)
const purse = async () =>
  (await s.install.get<{ index: object; check: object }>('/credits')) as Record<string, { available: number }>

/** The executable at a terminal: what it draws, and its exit code. `type` is called with what was drawn so far. */
async function atTerminal(
  words: string[],
  env: Record<string, string>,
  type?: (drawn: string, write: (text: string) => void) => void,
) {
  let drawn = ''
  const process = Bun.spawn([join(s.bin, 'signalpost'), ...words], {
    cwd: s.folder,
    env: { ...s.env, TERM: 'xterm', ...env },
    terminal: {
      cols: 100,
      rows: 30,
      data(terminal: { write(text: string): void }, piece: Uint8Array) {
        drawn += new TextDecoder().decode(piece)
        type?.(drawn, (text) => terminal.write(text))
      },
    },
  } as never)
  const code = await (process as { exited: Promise<number> }).exited
  await Bun.sleep(50)
  return { drawn, code, process }
}

/** Whether the process has a handler of its own for Ctrl-C: it sets it when it begins to wait. */
function catchesInterrupt(pid: number): boolean {
  const [, mask] = /SigCgt:\s+\w*(\w)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return (Number.parseInt(mask!, 16) & 2) !== 0
}

describe('push', () => {
  test('names every line that is left out, with its number and the reason', async () => {
    const url = `${s.pages}/menu`
    const text = `\uFEFF${url}\n# later\n\nbakery\n${url}\n  ${url}#top\r\nftp://bakery.example/\n`
    const { code, out, err } = await run(['push', '-'], text)
    expect([code, out]).toEqual([3, expect.stringMatching(/^[0-9a-f-]{36}: 1 link, 4 left out\n$/)])
    expect(err.split('\n')).toEqual([
      '2 lines without a link; 1 comment skipped.',
      'left out, line 4: bakery: not a full http:// or https:// URL',
      `left out, line 5: ${url}: the same address as ${url}, which came before`,
      `left out, line 6: ${url}#top: the same address as ${url}, which came before`,
      expect.stringMatching(/^left out, line 7: ftp:\/\/bakery\.example\/: \S/),
      '',
    ])
  })

  test('a line that would write to the terminal is shown, not obeyed', async () => {
    const { err } = await run(['push', '-'], `${s.pages}/menu\n\x1b]0;owned\x07bad\n`)
    expect(err).toContain('left out, line 2: \\u001b]0;owned\\u0007bad: ')
    expect(err).not.toContain('\x1b')
  })

  test('takes a file as Windows writes it', async () => {
    writeFileSync(join(s.folder, 'windows.txt'), Buffer.from(`\uFEFF${s.pages}/menu\r\n${s.pages}/cake\r\n`, 'utf16le'))
    expect((await run(['push', 'windows.txt'])).out).toMatch(/: 2 links\n$/)
  })

  test('--dry-run spends nothing, and its bill is what the push then takes', async () => {
    const lines = [...['menu', 'cake', 'gone', 'hidden'].map((path) => `${s.pages}/${path}?dry`), 'nonsense'].join('\n')
    const before = await purse()
    const dry = await json(['push', '-', '--dry-run', '--pre-check'], lines)
    expect(await purse()).toEqual(before)
    expect(dry).toMatchObject({ links: 4, ready: 2, invalid: [{ given: 'nonsense' }], orderable: true })
    expect(dry.flagged.map(({ flags }: { flags: string[] }) => flags)).toEqual([['http_4xx'], ['noindex']])
    const { code, out, err } = await run(['push', '-', '--pre-check', '--wait'], lines)
    expect([code, out]).toEqual([3, expect.stringContaining('2 sent, 0 already indexed, 2 flagged')])
    expect(err).toMatch(/the reason and the fix for each link: signalpost csv [0-9a-f-]{36}\n$/)
    const after = await purse()
    const kinds = dry.bill.map(({ kind, at_most_used }: { kind: string; at_most_used: number }) => [kind, at_most_used])
    expect(kinds).toEqual(['check', 'index'].map((kind) => [kind, before[kind]!.available - after[kind]!.available]))
  })

  test('--dry-run says when the credits do not suffice', async () => {
    const poor = await s.install.post<{ id: string }>('/tenants', { name: 'Florist', kind: 'client' })
    const { code, out } = await run(['push', 'links.txt', '--dry-run', '--client', 'florist'])
    expect([code, out]).toEqual([3, expect.stringContaining('in the way: needs 3 index credits, 0 available')])
    const refused = await run(['push', 'links.txt', '--client', poor.id])
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('signalpost credits')])
  })

  test('--max-credits orders nothing that would set aside more', async () => {
    const before = await purse()
    const { code, err } = await run(['push', 'links.txt', '--smart', '--max-credits', '5'])
    expect([code, err]).toEqual([1, expect.stringContaining('This needs 6 credits, and you allowed 5.')])
    expect(await purse()).toEqual(before)
    expect((await run(['push', 'links.txt', '--max-credits', '3'])).code).toBe(0)
  })

  test('links on a host of another client are named before anything is ordered, and --confirm-foreign-hosts means them', async () => {
    await s.install.post('/indexnow/sites', { tenant_id: s.bakery, host: new URL(s.pages).host })
    const florist = await s.install.post<{ id: string }>('/tenants', { name: 'Flower shop', kind: 'client' })
    await s.install.post('/credits/adjust', {
      tenant_id: florist.id,
      kind: 'index',
      amount: 50,
      reason: 'for the test',
    })
    const line = ['push', 'links.txt', '--client', 'Flower shop']
    const dry = await run([...line, '--dry-run'])
    expect([dry.code, dry.out]).toEqual([3, expect.stringContaining('3 links are on a host of Bakery.')])
    const refused = await run(line)
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/Bakery\..*give --confirm-foreign-hosts/s)])
    const meant = await run([...line, '--confirm-foreign-hosts'])
    expect([meant.code, meant.err]).toEqual([0, expect.stringContaining('note: 3 links are on a host of Bakery.')])
  })

  test('--client, --job, --smart and --drip are what the install is told', async () => {
    const job = await json(['push', 'links.txt', '--client', 'Bakery', '--job', 'Menu', '--smart', '--drip', '3'])
    expect(job).toMatchObject({ tenant_id: s.bakery, name: 'Menu', smart: true, drip_days: 3, link_count: 3 })
  })

  test('--wait in JSON is the job at its end, with what was left out', async () => {
    const job = await json(['push', '-', '--wait'], `${s.pages}/menu?w\nnonsense\n`)
    expect(job).toMatchObject({ status: 'watching', invalid: [{ given: 'nonsense' }], progress: expect.anything() })
  })

  test('--timeout ends the waiting with 4, Ctrl-C with 130; the job goes on', async () => {
    const far = ['push', 'links.txt', '--drip', '3', '--wait']
    const late = await run([...far, '--timeout', '0.03'])
    expect([late.code, late.err]).toEqual([
      4,
      expect.stringMatching(/the job continues: signalpost status [0-9a-f-]{36} --wait\n$/),
    ])
    const process = Bun.spawn([join(s.bin, 'signalpost'), ...far], {
      cwd: s.folder,
      env: { ...s.env, ...keyed() },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    await until('the wait', async () => catchesInterrupt(process.pid))
    process.kill('SIGINT')
    expect([await process.exited, await new Response(process.stderr).text()]).toEqual([
      130,
      expect.stringContaining('the job continues'),
    ])
  })
})

describe('a sitemap', () => {
  test('is fetched here, unpacked, followed within its host, and read by date', async () => {
    const bill = async (path: string, ...words: string[]) => {
      const { out, err } = await run(['push', `https://bakery.example${path}`, '--dry-run', '--json', ...words])
      return [JSON.parse(out)?.links ?? null, err.trimEnd().split('\n')]
    }
    expect(await bill('/sitemap.xml')).toEqual([4, ['1 sitemap: 4 pages']])
    expect(await bill('/list.txt')).toEqual([2, ['1 sitemap: 2 pages']])
    expect(await bill('/sitemap_index.xml')).toEqual([
      3,
      ['not read: https://cdn.example/sitemap.xml is on another host: give its address', '3 sitemaps: 3 pages'],
    ])
    const [links, told] = await bill('/sitemap_index.xml', '--since', '7d')
    expect([links, told[1]]).toEqual([2, expect.stringMatching(/^2 sitemaps: 2 pages, 2 pages changed since /)])
  })

  test('without a change is nothing to do, and no failure', async () => {
    const { code, out, err } = await run(['push', 'https://bakery.example/sitemap.xml', '--since', '2999-01-01'])
    expect([code, out, err]).toEqual([0, '', expect.stringContaining('no page changed')])
  })

  test.each([
    ['/nothing.xml', 'lists no pages'],
    ['/damaged.xml.gz', 'is packed, but damaged'],
    ['/feed.xml', 'lists no pages'],
    ['/none.xml', 'answers 404'],
  ])('%s %s', async (path, reason) => {
    const { code, err } = await run(['push', `https://bakery.example${path}`])
    expect([code, err]).toEqual([1, expect.stringContaining(`https://bakery.example${path} ${reason}`)])
  })
})

describe('watch', () => {
  const source = () => `${s.pages}/sitemap.xml`

  test('adds a source, which learns; lists, pauses and resumes it; and says why a run has to wait', async () => {
    const added = await json([
      'watch',
      'add',
      source(),
      '--name',
      'Menu',
      '--every',
      '6h',
      '--cap',
      '9',
      '--only',
      'new',
    ])
    expect(added).toMatchObject({ name: 'Menu', interval_minutes: 360, rules: { cap_day: 9, only: 'new' } })
    const [learned] = await until('the first run', async () => {
      const { items } = (await json(['watch'])) as { items: { last_run: { state: string } | null; known: number }[] }
      return items[0]?.last_run?.state === 'done' && items
    })
    expect(learned).toMatchObject({ id: added.id, known: 1, last_run: { pushed: 0 } })
    expect((await run(['watch', 'run', 'menu'])).err).toContain('less than 5 minutes ago')
    expect((await run(['watch', 'pause', added.id])).out).toContain('Menu')
    expect((await json(['watch', 'list'])).items[0].paused).toBe(true)
    expect((await run(['watch', 'run', source()])).err).toContain('It is paused')
    expect((await json(['watch', 'resume', 'Menu'])).paused).toBe(false)
  })

  test('run asks for a run of the source that is named', async () => {
    const asked: string[] = []
    const push = { id: 'stp_1', name: 'Menu', address: source(), paused: false, paused_why: null, next_run_at: null }
    const install = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ method, url }) => {
        asked.push(`${method} ${new URL(url).pathname}`)
        return Response.json({ ok: true, data: method === 'GET' ? { items: [push], total: 1 } : push })
      },
    })
    const { code } = await s.run(['watch', 'run', 'Menu'], { ...keyed(), SIGNALPOST_URL: install.url.origin })
    await install.stop(true)
    expect([code, asked]).toEqual([0, ['GET /api/v1/standing-pushes', 'POST /api/v1/standing-pushes/stp_1/run']])
  })

  test.each([
    [['watch', 'stop'], 'ACTION cannot be "stop"'],
    [['watch', 'pause'], '"watch pause" needs a SOURCE'],
    [['watch', 'pause', 'nothing'], '"nothing" is not watched'],
    [['watch', 'add', 'x.example', '--every', '6'], '--every cannot be "6"'],
    [['watch', 'add', 'x.example', '--cap', '0'], '--cap cannot be "0"'],
  ])('%p is answered with what is wrong', async (words, answer) => {
    const { code, err } = await run(words)
    expect([code > 0, err]).toEqual([true, expect.stringContaining(answer)])
  })
})

describe('login', () => {
  const stored = () => join(s.home, '.config/signalpost/login.json')

  test('keeps address and key for the user alone, and the commands use them', async () => {
    await s.run(['login', `${ADDRESS}/app/sign-in`, '--key-stdin'], {}, s.key)
    expect(JSON.parse(readFileSync(stored(), 'utf8'))).toEqual({ url: ADDRESS, key: s.key })
    expect([stored(), join(s.home, '.config/signalpost')].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o600, 0o700,
    ])
    expect((await s.run(['credits'])).code).toBe(0)
    chmodSync(stored(), 0o644)
    expect((await s.run(['credits'])).err).toContain(`others may read ${stored()}; run: chmod 600 ${stored()}`)
    await s.run(['login', ADDRESS, '--key-file', 'key.txt'])
    expect(statSync(stored()).mode & 0o777).toBe(0o600)
  })

  test('the stored key goes to no other address', async () => {
    let asked = 0
    const stranger = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(String(asked++)) })
    const { code, err } = await s.run(['jobs', '--url', stranger.url.origin])
    stranger.stop(true)
    expect([code, asked, err]).toEqual([1, 0, expect.stringContaining('there is no API key for')])
  })

  test('the environment wins over what is stored, and an option over both', async () => {
    const wrong = { SIGNALPOST_KEY: 'ipk_wrong' }
    expect((await s.run(['credits'], wrong)).code).toBe(1)
    expect((await s.run(['credits', '--key-file', 'key.txt'], wrong)).code).toBe(0)
  })

  test('a key that does not work is not stored', async () => {
    const before = readFileSync(stored(), 'utf8')
    const { code, err } = await s.run(['login', ADDRESS, '--key-stdin'], {}, 'ipk_wrong')
    expect([code, err, readFileSync(stored(), 'utf8')]).toEqual([
      1,
      expect.stringContaining('missing, invalid or revoked'),
      before,
    ])
  })

  test('asks at a terminal without showing the key; with --no-input, or in a pipe, it fails at once', async () => {
    const asked: string[] = []
    const { drawn, code } = await atTerminal(['login'], {}, (so_far, write) => {
      const last = so_far.split('\n').at(-1)!
      if (last.startsWith('Address') && asked.push('address') === 1) write(`${ADDRESS}\n`)
      if (last.startsWith('API key') && asked.push('key') === 2) write(`${s.key}x\x7f\n`)
    })
    expect([code, drawn]).toEqual([0, expect.stringContaining('owner of Northwind; stored in')])
    expect(drawn).not.toContain(s.key)
    expect((await atTerminal(['login', '--no-input'], {})).code).toBe(2)
    expect((await s.run(['login', ADDRESS])).err).toContain('there is no key')
  })

  test('logout forgets it', async () => {
    expect((await s.run(['logout'])).out).toBe(`deleted ${stored()}\n`)
    expect([existsSync(stored()), (await s.run(['logout'])).out]).toEqual([false, 'nothing was stored\n'])
  })
})

describe('a terminal and a pipe', () => {
  inLongRun('a terminal shows a bar in colours, one with NO_COLOR none, a dumb one or --quiet no bar', async () => {
    const push = ['push', 'links.txt', '--wait']
    expect((await atTerminal(push, keyed())).drawn).toContain(`\r\x1b[K\x1b[32m\x1b[0m${'░'.repeat(30)} 0/3 `)
    const plain = (await atTerminal(push, { ...keyed(), NO_COLOR: '1' })).drawn
    expect([plain.includes('░'), plain.includes('\x1b[3')]).toEqual([true, false])
    for (const drawn of [
      (await atTerminal(push, { ...keyed(), TERM: 'dumb' })).drawn,
      (await atTerminal([...push, '--quiet'], keyed())).drawn,
    ])
      expect(drawn).not.toContain('\x1b')
  })

  test('a pipe gets the result alone', async () => {
    const { out, err } = await run(['push', 'links.txt', '--wait'])
    expect([out.split('\n').length, err]).toEqual([3, '1 comment skipped.\n'])
  })

  test('who has read enough is no failure; a full disk is', async () => {
    expect((await s.sh('set -o pipefail; signalpost help | head -n 1', keyed())).code).toBe(0)
    for (const line of ['help', 'jobs', 'csv last', 'man', 'completion bash', 'version'])
      expect([line, await s.sh(`signalpost ${line} > /dev/full`, keyed())]).toEqual([
        line,
        {
          code: 1,
          out: '',
          err: 'signalpost: the disk is full: nothing more can be written\n  `df -h` shows the free space\n',
        },
      ])
  })
})

describe('for programs', () => {
  test('every command that has --json prints one JSON value and nothing else', async () => {
    const lines: Record<string, string[]> = {
      push: ['links.txt'],
      check: ['links.txt'],
      csv: ['last'],
      login: [ADDRESS, '--key-file', 'key.txt'],
      demo: ['--links', '5'],
    }
    const own = new Set([
      'setup',
      'doctor',
      'healthcheck',
      'rotate-key',
      'factors',
      'sso',
      'backup',
      'restore',
      'verify',
      'update',
    ])
    const asked = (await catalog.all())
      .flatMap(({ commands }) => commands)
      .filter((one) => one.json && !own.has(one.name))
    for (const { name } of some(asked, 3)) {
      const { code, out } = await run([name, ...(lines[name] ?? []), '--json'])
      expect([name, code, out.endsWith('\n') && typeof JSON.parse(out)]).toEqual([name, 0, 'object'])
    }
  })

  test('a failure is JSON on stderr', async () => {
    for (const [words, code, exit] of [
      [['status', 'nothing'], 'failed', 1],
      [['jobs', '--bogus'], 'usage', 2],
      [['jobs', '--key-file', 'links.txt'], 'failed', 1],
    ] as const) {
      const { code: ended, out, err } = await run([...words, '--json'])
      expect([ended, out, JSON.parse(err)]).toEqual([
        exit,
        '',
        { error: { code, message: expect.any(String), advice: expect.any(String) } },
      ])
    }
    const refused = await s.run(['jobs', '--json'], { ...keyed(), SIGNALPOST_KEY: 'ipk_wrong' })
    expect(JSON.parse(refused.err).error.code).toBe('unauthorized')
  })

  test('a CSV file is the old one or the whole new one', async () => {
    writeFileSync(join(s.folder, 'out.csv'), 'old')
    expect((await run(['csv', '00000000-0000-7000-8000-000000000000', '-o', 'out.csv'])).code).toBe(1)
    expect(readFileSync(join(s.folder, 'out.csv'), 'utf8')).toBe('old')
    expect((await run(['csv', 'last', '-o', 'out.csv'])).code).toBe(0)
    // The reader of the pipe takes the byte order mark away.
    expect(readFileSync(join(s.folder, 'out.csv'), 'utf8')).toBe(`\uFEFF${(await run(['csv', 'last'])).out}`)
    rmSync(join(s.folder, 'out.csv'))
    const parted = async (...words: string[]) => (await run(['csv', 'last', ...words])).out.split('\n')[0]!
    expect([await parted('--separator', 'semicolon'), await parted('--separator=tab')]).toEqual(
      [';', '\t'].map((sign) => expect.stringContaining(`url${sign}state`)),
    )
    expect(await parted()).toBe(await parted('--separator', 'comma'))
    expect((await run(['csv', 'last', '--separator', 'pipe'])).err).toContain('it is comma, semicolon or tab')
    expect((await run(['csv', 'last', '-o', 'nowhere/out.csv'])).err).toStartWith(
      'signalpost: "nowhere/out.csv": there is no such',
    )
  })

  test('a job is found by its id, its name, or as the newest', async () => {
    const { id } = await json(['push', 'links.txt', '--job', 'Winter menu'])
    for (const word of [id, 'winter menu', 'last']) expect((await json(['status', word])).id).toBe(id)
    expect((await run(['status', 'winter'])).err).toContain('did you mean "Winter menu"?')
  })
})

describe('completion', () => {
  const complete = (line: string) =>
    s.sh(
      `source <(signalpost completion bash); COMP_WORDS=(${line}); [[ "${line}" == *" " ]] && COMP_WORDS+=(""); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _signalpost; echo "\${COMPREPLY[*]}"`,
    )

  test.each([
    ['signalpost pu', 'push'],
    ['signalpost push --dr', '--dry-run --drip'],
    ['signalpost push li', 'links.txt'],
    ['signalpost jobs --status wa', 'watching'],
    ['signalpost jobs --key-file ke', 'key.txt'],
    ['signalpost completion z', 'zsh'],
    ['signalpost help heal', 'healthcheck'],
  ])('bash: %s', async (line, expected) => {
    expect((await complete(line)).out).toBe(`${expected}\n`)
  })

  test.each(['zsh', 'fish'].filter((shell) => Bun.which(shell)))(
    '%s reads its script without a complaint',
    async (shell) => {
      const { code, err } = await s.sh(`signalpost completion ${shell} > script && ${shell} -n script`)
      expect([code, err]).toEqual([0, ''])
    },
  )

  test.skipIf(!Bun.which('fish'))('fish: signalpost jobs --status wa', async () => {
    const { out } = await s.sh(
      "signalpost completion fish | source; complete -C 'signalpost jobs --status wa'",
      {},
      'fish',
    )
    expect(out).toStartWith('watching\t')
  })

  test.skipIf(!Bun.which('groff'))('the manual page is roff without a fault', async () => {
    const { code, out, err } = await s.sh('signalpost man | groff -man -ww -T utf8 -P -c | cat')
    expect([code, err]).toEqual([0, ''])
    for (const name of catalog.names) expect(out).toContain(`signalpost ${name}`)
  })
})
