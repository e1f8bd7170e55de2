/**
 * A whole release: built twice from two clones, judged by Debian's tools, installed and updated to, killed at any moment.
 * Needs root, the runtimes (fetched once from npm and Debian), and Debian's packages minisign, lintian, debootstrap, skopeo
 * and util-linux; what is missing is skipped. `RELEASE_KILLS` says how many kills.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { newKey, readSecretKey, signatureOf } from '../../scripts/release/sign.ts'
import { manualText } from '../../src/doors/docs/manual.ts'
import { type Artefact, MANIFEST, type Manifest, SIGNATURE } from '../../src/features/releases/index.ts'
import { checkSignature, readPublicKey } from '../../src/features/releases/minisign.ts'
import { blocksOf } from '../docs/manual-text.ts'
import { binary } from '../e2e/binary.ts'
import { tally } from '../e2e/tally.ts'
import { releaseBefore } from './release.ts'
import { type Box, box, CAN_BOX, inDebian, ran } from './release-box.ts'

setDefaultTimeout(3_600_000)

const ROOT = resolve(import.meta.dir, '../..')
const RUNTIMES = join(ROOT, '.toolchain/runtimes')
const KILLS = Number(process.env.RELEASE_KILLS ?? 50)
/** Given instead of built, to repeat a test alone: the folder of a signed release, and the file of its key. */
const GIVEN = process.env.RELEASE_FOLDER
const VERSION = '0.9.0'
const has = (...tools: string[]): boolean => {
  const missing = tools.filter((tool) => !Bun.which(tool))
  if (missing.length) console.info(`Skipped: Debian's ${missing.join(', ')} is missing.`)
  return missing.length === 0
}

let under: string
let key: string
let public_key: string
let release: string
let commit: string
let at: string
let manifest: Manifest
beforeAll(() => {
  under = mkdtempSync(join(tmpdir(), 'signalpost-releases-'))
  Bun.spawnSync(['chmod', '755', under])
  key = join(under, 'release.key')
  writeFileSync(key, GIVEN ? readFileSync(`${GIVEN}.key`) : newKey().secret)
  public_key = readSecretKey(readFileSync(key, 'utf8')).public_key
  // Both builds are of one commit and moment, whatever is committed meanwhile.
  commit = ran(['git', 'rev-parse', 'HEAD'], { cwd: ROOT }).out.trim()
  at = new Date(Date.now() - 60_000 - (Date.now() % 3_600_000)).toISOString()
  release = GIVEN ?? built('one')
  manifest = JSON.parse(readFileSync(join(release, MANIFEST), 'utf8')) as Manifest
})
afterAll(() => rmSync(under, { recursive: true, force: true }))

/** Builds the next version from a clone of the commit that is checked out. */
function built(name: string): string {
  const clone = join(under, `clone-${name}`)
  const must = (command: string[], env: Record<string, string> = {}) => {
    const { code, out, err } = ran(command, { cwd: existsSync(clone) ? clone : ROOT, env: { ...process.env, ...env } })
    if (code !== 0) throw new Error(`${command.join(' ')}: ${out}${err}`)
  }
  must(['git', 'clone', '-q', ROOT, clone])
  must(['git', 'reset', '-q', '--hard', commit])
  const declared = join(clone, 'package.json')
  writeFileSync(declared, readFileSync(declared, 'utf8').replace(/"version": "[^"]+"/, `"version": "${VERSION}"`))
  const who = ['-c', 'user.name=Release', '-c', 'user.email=release@signalpost.example']
  must(['git', ...who, 'commit', '-qam', `project: ${VERSION}`], { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at })
  must([process.execPath, 'install', '--frozen-lockfile'])
  const out = join(under, `out-${name}`)
  must([process.execPath, 'scripts/release.ts', '--out', out, '--key', key, '--runtimes', RUNTIMES])
  return join(out, `signalpost-${VERSION}`)
}

/** A Debian of its own: one is fetched, and copied. */
function freshDebian(name: string): string {
  const base = process.env.RELEASE_CHROOT ?? join(under, 'debian')
  if (!existsSync(base)) expect(ran(['debootstrap', '--variant=minbase', 'bookworm', base]).code).toBe(0)
  const root = join(under, `debian-${name}`)
  expect(ran(['cp', '-a', base, root]).code).toBe(0)
  return root
}

const artefact = (kind: Artefact['kind'], target: string | null): string =>
  join(release, manifest.artefacts.find((one) => one.kind === kind && one.target === target)!.name)
const program = (): string => artefact('binary', 'linux-x64')

test('a release has 7 programs, 2 packages, an image, sources, sums and notes, and each is what the manifest says', () => {
  const kinds = manifest.artefacts.map(({ kind }) => kind)
  const count = (kind: string) => kinds.filter((one) => one === kind).length
  expect([count('binary'), count('deb'), count('image'), count('source')]).toEqual([7, 2, 1, 1])
  for (const { name, bytes, sha256 } of manifest.artefacts) {
    const data = readFileSync(join(release, name))
    expect([name, data.length, new Bun.CryptoHasher('sha256').update(data).digest('hex')]).toEqual([
      name,
      bytes,
      sha256,
    ])
  }
  expect(ran(['sha256sum', '--quiet', '-c', 'SHA256SUMS'], { cwd: release }).code).toBe(0)
})

test.skipIf(!!GIVEN)('two builds in two folders have the same bytes', () => {
  const other = built('two')
  expect(readdirSync(other)).toEqual(readdirSync(release))
  for (const name of readdirSync(release))
    expect([name, ran(['cmp', join(release, name), join(other, name)]).code]).toEqual([name, 0])
  rmSync(join(under, 'out-two'), { recursive: true })
  tally({ builds: 2 })
})

test.skipIf(!has('minisign'))("Debian's minisign accepts our signature, and we accept what it made", () => {
  const verify = ['minisign', '-VHm', join(release, MANIFEST), '-P', public_key]
  expect(ran(verify).code).toBe(0)
  const [pub, sec, sig] = ['m.pub', 'm.key', 'm.minisig'].map((name) => join(under, name)) as [string, string, string]
  expect(ran(['minisign', '-GW', '-p', pub, '-s', sec]).code).toBe(0)
  expect(ran(['minisign', '-S', '-s', sec, '-m', join(release, MANIFEST), '-x', sig, '-t', 'theirs']).code).toBe(0)
  const theirs = readPublicKey(readFileSync(pub, 'utf8').trim().split('\n')[1]!)
  expect(checkSignature(readFileSync(join(release, MANIFEST)), readFileSync(sig, 'utf8'), [theirs])).toEqual({
    comment: 'theirs',
  })
  // A key that minisign made signs through our signer as well.
  const secret = readSecretKey(readFileSync(sec, 'utf8'))
  writeFileSync(sig, signatureOf(readFileSync(join(release, MANIFEST)), secret, 'ours'))
  expect(ran(['minisign', '-VHm', join(release, MANIFEST), '-x', sig, '-p', pub]).code).toBe(0)
})

describe('the package', () => {
  test.skipIf(!has('lintian'))('has no complaint of lintian', () => {
    const { code, out } = ran(['lintian', '--allow-root', '--fail-on', 'error,warning', artefact('deb', 'linux-x64')])
    expect([code, out.trim()]).toEqual([0, ''])
  })

  test.skipIf(!has('debootstrap') || !CAN_BOX)(
    'is installed, upgraded, removed and purged in a fresh Debian; settings and data survive all but the purge of settings',
    () => {
      const root = freshDebian('package')
      const inside = (...command: string[]) => ran(inDebian(root, ...command))
      const deb = artefact('deb', 'linux-x64')
      cpSync(deb, join(root, 'tmp/new.deb'))
      // The version before is the same package under a lower number.
      const older = join(under, 'older')
      ran(['dpkg-deb', '-R', deb, older])
      const control = join(older, 'DEBIAN/control')
      writeFileSync(control, readFileSync(control, 'utf8').replace(`Version: ${VERSION}`, 'Version: 0.2.9'))
      expect(ran(['dpkg-deb', '--root-owner-group', '-Zgzip', '--build', older, join(root, 'tmp/old.deb')]).code).toBe(
        0,
      )
      const dpkg = (...words: string[]) => {
        const { code, out, err } = inside('dpkg', ...words)
        expect([words.join(' '), code, err]).toEqual([words.join(' '), 0, expect.any(String)])
        return out
      }
      dpkg('-i', '/tmp/old.deb')
      expect(inside('signalpost', 'version').out).toContain(VERSION)
      expect(inside('stat', '-c', '%a %U:%G', '/var/lib/signalpost', '/etc/signalpost/signalpost.env').out).toBe(
        '700 signalpost:signalpost\n640 root:signalpost\n',
      )
      writeFileSync(join(root, 'etc/signalpost/signalpost.env'), 'SIGNALPOST_DATA_DIR=/var/lib/signalpost\n# mine\n')
      const asService = [
        'setpriv',
        '--reuid',
        'signalpost',
        '--regid',
        'signalpost',
        '--clear-groups',
        'env',
        'SIGNALPOST_CONFIG=/etc/signalpost/signalpost.env',
      ]
      writeFileSync(join(root, 'tmp/password'), 'seven lamps over the harbour')
      Bun.spawnSync(['chmod', '644', join(root, 'tmp/password')])
      const made = inside(
        ...asService,
        'signalpost',
        'setup',
        '--email',
        'a@b.example',
        '--name',
        'A',
        '--workspace',
        'W',
        '--password-file',
        '/tmp/password',
      )
      expect([made.code, made.err]).toEqual([0, ''])
      const mine = () => [
        readFileSync(join(root, 'etc/signalpost/signalpost.env'), 'utf8').includes('# mine'),
        existsSync(join(root, 'var/lib/signalpost/signalpost.db')),
      ]
      dpkg('-i', '/tmp/new.deb')
      expect(mine()).toEqual([true, true])
      expect(inside(...asService, 'signalpost', 'verify').code).toBe(0)
      // The program belongs to dpkg: its own update refuses and says what does.
      cpSync(release, join(root, 'tmp/release'), {
        recursive: true,
        filter: (path) => !/\.(tar|gz|deb)$|arm64|musl|darwin|baseline/.test(path),
      })
      const update = inside('env', `SIGNALPOST_UPDATE_KEYS=${public_key}`, 'signalpost', 'update', '/tmp/release')
      expect([update.code, update.err]).toEqual([1, expect.stringContaining('apt install ./signalpost_')])
      dpkg('-r', 'signalpost')
      expect(existsSync(join(root, 'usr/bin/signalpost'))).toBe(false)
      expect(mine()).toEqual([true, true])
      expect(dpkg('-P', 'signalpost')).toContain('were kept')
      expect([
        existsSync(join(root, 'etc/signalpost/signalpost.env')),
        existsSync(join(root, 'var/lib/signalpost/signalpost.db')),
      ]).toEqual([false, true])
      rmSync(root, { recursive: true })
    },
  )
})

describe.skipIf(!CAN_BOX || !has('debootstrap', 'ip'))('page 1 of the manual alone, from a bare Debian', () => {
  const page = manualText('install')
  const below = (heading: string): string[] =>
    blocksOf(page.slice(page.indexOf(`# ${heading}\n`)).replace(/(?<=\n)#+ [\s\S]*/, ''))
      .filter(({ info }) => info === 'sh')
      .map(({ text }) => text)
  /** What stands in for a service manager, which a root in a folder lacks, starts it with the line of the page. */
  const serve = blocksOf(page)
    .find(({ text }) => text.includes('signalpost serve'))!
    .text.trim()
  const SYSTEMCTL = `#!/bin/sh
case $1 in
  start)
    setsid ${serve} >/srv/log 2>&1 </dev/null &
    until signalpost healthcheck >/dev/null 2>&1; do sleep 0.1; done ;;
  stop)
    pid=$(cat /var/lib/signalpost/lock.pid 2>/dev/null) || exit 0
    kill "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done ;;
esac
`
  /** A command in a network of its own, whose internet is in another one. */
  const ONLINE = `set -e
unshare -n sleep infinity & beyond=$!
until [ "$(readlink /proc/$beyond/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.1; done
ip link set lo up
ip link add out type veth peer name in netns $beyond
ip address add 93.184.215.15/24 dev out
ip link set out up
nsenter -n -t $beyond sh -c 'ip address add 93.184.215.14/24 dev in; ip link set in up'
nsenter -n -t $beyond "$0" test/long/internet.ts 93.184.215.14 & internet=$!
code=0
"$@" || code=$?
kill $internet $beyond
exit $code`

  test.each(['The package', 'The program'])('%s: installed, set up, and the first push is sent', (way) => {
    const root = freshDebian(way.replace(/\W/g, '-'))
    cpSync(release, join(root, 'srv/release'), {
      recursive: true,
      filter: (path) => !/\.tar$|arm64|musl|darwin|baseline/.test(path),
    })
    const script = (name: string, ...texts: string[]): string[] => {
      writeFileSync(join(root, `srv/${name}`), ['set -ex', `KEY=${public_key}`, ...texts].join('\n'))
      return inDebian(root, 'sh', '-c', `cd /srv/release && . /srv/${name}`)
    }
    const installed = ran(script('install', ...below('Choose a way'), ...below('Verify the release'), ...below(way)))
    expect([installed.code, installed.code === 0 || installed.err]).toEqual([0, true])
    expect(installed.out).toContain('Signature and comment signature verified')

    writeFileSync(join(root, 'usr/local/bin/systemctl'), SYSTEMCTL, { mode: 0o755 })
    writeFileSync(join(root, 'etc/resolv.conf'), 'nameserver 93.184.215.14\n')
    const pushed = script(
      'push',
      ...below('Make the first account'),
      // The certificate of these names is elsewhere.
      ...below('Push the first links').map((text) => text.replaceAll('https://', 'http://')),
      ...below('See that it works'),
      'systemctl stop signalpost',
    )
    const { code, out, err } = ran(['unshare', '-n', 'sh', '-c', ONLINE, process.execPath, ...pushed], { cwd: ROOT })
    expect([code, code === 0 || err]).toEqual([0, true])
    expect(out).toContain('2 sent')
    expect(out).toContain(`signalpost ${VERSION}`)
    rmSync(root, { recursive: true })
    tally({ walks: 1 })
  })
})

describe('the image', () => {
  /** The root of the x64 image, its layers laid over each other. */
  function unpacked(): { root: string; config: Record<string, unknown> } {
    const [layout, root] = [join(under, 'oci'), join(under, 'image')]
    for (const path of [layout, root]) mkdirSync(path)
    ran(['tar', '-xf', artefact('image', null), '-C', layout])
    const blob = (digest: string) => join(layout, 'blobs/sha256', digest.split(':')[1]!)
    const json = (digest: string) => JSON.parse(readFileSync(blob(digest), 'utf8'))
    const index = json(JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')).manifests[0].digest)
    expect(index.manifests.map((one: { platform: { architecture: string } }) => one.platform.architecture)).toEqual([
      'amd64',
      'arm64',
    ])
    const image = json(index.manifests[0].digest)
    for (const { digest } of image.layers) expect(ran(['tar', '-xpzf', blob(digest), '-C', root]).code).toBe(0)
    return { root, config: json(image.config.digest) }
  }

  test.skipIf(!CAN_BOX)(
    'runs without Docker, as 10001 on a read-only root, gets ready and stops on SIGTERM',
    async () => {
      const { root, config } = unpacked()
      expect(config.config).toMatchObject({
        User: '10001:10001',
        Entrypoint: ['/usr/local/bin/signalpost'],
        Cmd: ['serve'],
      })
      // No shell, nothing that changes the account, and nothing that the account may write.
      expect(ran(['find', root, '-name', '*sh', '-o', '-perm', '/6000']).out).toBe('')
      expect(ran(['find', root, '-type', 'f', '(', '-user', '10001', '-o', '-perm', '/022', ')']).out).toBe('')
      const data = join(under, 'image-data')
      mkdirSync(data)
      Bun.spawnSync(['chown', '10001:10001', data])
      const inside = `set -e
mount --bind ${root} ${root}
mount --bind ${data} ${root}/data
mount -t tmpfs tmp ${root}/tmp
mkdir -p ${root}/proc
mount -t proc proc ${root}/proc
mount -o remount,ro,bind ${root}
exec chroot --userspec=10001:10001 ${root} /usr/local/bin/signalpost serve`
      const settings = ['PATH=/usr/sbin:/usr/bin', 'SIGNALPOST_DATA_DIR=/data', 'SIGNALPOST_LISTEN=unix:/data/socket']
      const running = Bun.spawn(['unshare', '-m', 'sh', '-c', inside], {
        env: Object.fromEntries(settings.map((one) => one.split('=') as [string, string])),
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const ready = async () =>
        (
          await fetch('http://localhost/readyz', { unix: join(data, 'socket') } as BunFetchRequestInit).catch(
            () => null,
          )
        )?.status === 200
      for (let left = 600; left > 0 && !(await ready()); left--) await Bun.sleep(100)
      expect(await ready()).toBe(true)
      const check = ran(
        [
          'nsenter',
          '-t',
          String(running.pid),
          '-m',
          `--root=/proc/${running.pid}/root`,
          '-w',
          '-S',
          '10001',
          '-G',
          '10001',
          '/usr/local/bin/signalpost',
          'healthcheck',
        ],
        { env: Object.fromEntries(settings.map((one) => one.split('='))) },
      )
      expect([check.code, check.err]).toEqual([0, ''])
      const began = performance.now()
      running.kill('SIGTERM')
      expect(await running.exited).toBe(0)
      expect(performance.now() - began).toBeLessThan(20_000)
    },
  )

  test.skipIf(!has('skopeo'))('is read by skopeo, on both architectures', () => {
    for (const architecture of ['amd64', 'arm64']) {
      const { code, out, err } = ran([
        'skopeo',
        '--override-arch',
        architecture,
        'inspect',
        `oci-archive:${artefact('image', null)}`,
      ])
      expect([code, err]).toEqual([0, ''])
      expect(JSON.parse(out)).toMatchObject({ Architecture: architecture, Os: 'linux' })
    }
  })
})

describe.skipIf(!CAN_BOX)('an update of a running install', () => {
  const boxes: Box[] = []
  afterAll(() => {
    for (const one of boxes) one.close()
  })

  async function install(before: string, start = true): Promise<Box> {
    const one = box(under, before)
    boxes.push(one)
    const api_key = one.setUp()
    if (!start) return one
    await one.start()
    const tenant = (await (
      await one.ask('/api/v1/me', { headers: { authorization: `Bearer ${api_key}` } })
    ).json()) as { data: { tenant?: { id: string }; tenant_id?: string } }
    const body = JSON.stringify({
      tenant_id: tenant.data.tenant?.id ?? tenant.data.tenant_id,
      kind: 'index',
      amount: 500,
      reason: 'for the update',
    })
    const given = await one.ask('/api/v1/credits/adjust', {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    })
    expect([given.status, given.ok ? '' : await given.text()]).toEqual([200, ''])
    return one
  }
  const update = (one: Box, ...words: string[]) =>
    ran(one.command([program(), 'update', '--program', one.program, ...words], public_key), { env: one.env })
  const same = (a: string, b: string): boolean => ran(['cmp', '-s', a, b]).code === 0

  /** A release whose program is a script over the real one; it is as new and as signed. */
  function broken(serve: string): string {
    const folder = mkdtempSync(join(under, 'broken-'))
    Bun.spawnSync(['chmod', '755', folder])
    const script = `#!/bin/sh\ncase $1 in serve) ${serve} ;; esac\nexec ${program()} "$@"\n`
    const one = { ...manifest.artefacts.find(({ target }) => target === 'linux-x64')! }
    Object.assign(one, { bytes: script.length, sha256: new Bun.CryptoHasher('sha256').update(script).digest('hex') })
    const data = Buffer.from(JSON.stringify({ ...manifest, artefacts: [one] }))
    writeFileSync(join(folder, one.name), script)
    writeFileSync(join(folder, MANIFEST), data)
    writeFileSync(join(folder, SIGNATURE), signatureOf(data, readSecretKey(readFileSync(key, 'utf8')), 'broken'))
    return folder
  }

  test.each([
    ['0.1.0', false],
    ['0.2.0', true],
  ])('from %s, without a network, brings its data along, and returns on demand', async (version, runs) => {
    const before = releaseBefore(version)
    if (!before) return console.info(`Skipped: the history does not reach back to ${version}.`)
    // 0.1.0 cannot listen where this box asks: its data are those of an install that is stopped.
    const one = await install(before, runs)
    const offline = [
      'unshare',
      '-n',
      ...one.command([program(), 'update', `${program()}.tar`, '--program', one.program], public_key),
    ]
    const { code, out, err } = ran(offline, { env: one.env })
    expect([code, err]).toEqual([0, expect.stringContaining('Trying it on a copy')])
    expect(out).toContain(`to ${VERSION}`)
    expect(same(one.program, program())).toBe(true)
    if (!runs) await one.start()
    expect(await one.version()).toBe(VERSION)
    expect(JSON.parse(one.books(program()).out)).toMatchObject({ unsound: null })
    const again = update(one, release)
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('already')])
    // Started since the update, it is stopped for the way back; the one before would not listen here.
    if (!runs) one.systemctl('stop')
    const back = update(one, '--rollback', '--yes')
    expect([back.code, back.err]).toEqual([0, expect.any(String)])
    expect(same(one.program, before)).toBe(true)
    if (runs) expect((await one.ask('/readyz')).status).toBe(200)
    one.systemctl('stop')
    tally({ updates: 1 })
  })

  test.each([
    ['does not start', 'exit 1'],
    ['fails after it upgraded the data', 'timeout 20 PROGRAM serve; exit 1'],
    ['never gets ready', 'exec sleep 1000'],
  ])('to a version that %s gives way to the one before within 90 s, with its data', async (_, serve) => {
    const before = releaseBefore('0.2.0') ?? (await binary())
    const one = await install(before)
    const books = one.books(program())
    expect(JSON.parse(books.out)).toMatchObject({ unsound: null })
    // What runs is not the healthy program under its own name: it may open the data, but never answers.
    const folder = broken(serve.replace('PROGRAM', `env SIGNALPOST_LISTEN=unix:${one.data}/elsewhere ${program()}`))
    const began = performance.now()
    const { code, err } = update(one, folder)
    expect([code, err]).toEqual([1, expect.stringContaining('runs again')])
    expect((await one.ask('/readyz')).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(90_000)
    expect(same(one.program, before)).toBe(true)
    expect(one.books(program()).out).toBe(books.out)
    one.systemctl('stop')
  })

  test(`that is killed at any moment leaves the old or the new program, and data that balance (${KILLS} kills)`, async () => {
    const before = releaseBefore('0.2.0') ?? (await binary())
    const one = await install(before)
    // How long a whole one takes, so that kills fall everywhere.
    const began = performance.now()
    expect(update(one, release).code).toBe(0)
    const whole = performance.now() - began
    expect(update(one, '--rollback', '--yes').code).toBe(0)
    const seen = { old: 0, new: 0 }
    for (let kill = 0; kill < KILLS; kill++) {
      const running = Bun.spawn(one.command([program(), 'update', release, '--program', one.program], public_key), {
        env: one.env,
        stdout: 'ignore',
        stderr: 'ignore',
      })
      await Bun.sleep((whole * (kill + 0.5)) / KILLS)
      running.kill('SIGKILL')
      await running.exited
      const [old, fresh] = [same(one.program, before), same(one.program, program())]
      expect([kill, old !== fresh]).toEqual([kill, true])
      seen[old ? 'old' : 'new'] += 1
      // Whatever is there starts on what is there.
      await one.start()
      one.systemctl('stop')
      expect(JSON.parse(one.books(program()).out)).toMatchObject({ unsound: null })
      // The next run ends it, one way or the other.
      await one.start()
      update(one, release)
      update(one, '--rollback', '--yes')
      expect([kill, same(one.program, before)]).toEqual([kill, true])
    }
    // The release before has no word for it: the new program looks at its data.
    expect(JSON.parse(one.books(program()).out)).toMatchObject({ unsound: null })
    tally({ kills: KILLS, old_left: seen.old, new_left: seen.new })
  })
})
