import { afterAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { version } from '../package.json'
import type { Manifest } from '../src/features/releases/index.ts'
import { folderWith, KEYS, manifestOf, signed } from './commands/server/fake-release.ts'

const ROOT = resolve(import.meta.dir, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('install.sh', () => {
  test.each(['sh', 'dash', 'bash'].filter((shell) => Bun.which(shell)))(
    'is read by %s without a complaint',
    (shell) => {
      expect(run([shell, '-n', 'install.sh'])).toMatchObject({ code: 0, err: '' })
    },
  )

  test('help prints the usage and succeeds', () => {
    const { code, out } = run(['sh', 'install.sh', 'help'])
    expect(code).toBe(0)
    for (const word of ['demo', 'test', 'uninstall', 'help']) expect(out).toContain(`\n  ${word}`)
  })

  test.each(['frobnicate', 'test surplus', 'install --fast', '--demo'])(
    'refuses "%s" with the usage and status 2, before it touches anything',
    (words) => {
      const refused = { code: 2, out: '', err: expect.stringContaining('Usage:') }
      expect(run(['sh', 'install.sh', ...words.split(' ')])).toMatchObject(refused)
    },
  )

  test('gets Bun through npm with install scripts blocked, and hands the further words to the demo', () => {
    const box = machine({ npm: FAKE_NPM })
    const { code, out } = box.install('demo', '--links', '3')
    expect(code).toBe(0)
    expect(out).toContain('bun install --frozen-lockfile')
    expect(out).toEndWith('demo --links 3\n')
    expect(readFileSync(join(box.folder, 'npm-saw'), 'utf8')).toContain('--ignore-scripts')
    expect(readdirSync(join(box.folder, '.toolchain'))).toEqual(['bin'])
  })

  test('uses the Bun it fetched before when it runs again', () => {
    const box = machine({ npm: FAKE_NPM })
    box.install('demo')
    rmSync(join(box.folder, 'npm-saw'))
    expect(box.install('demo').code).toBe(0)
    expect(existsSync(join(box.folder, 'npm-saw'))).toBe(false)
  })

  test('says what to do and leaves nothing half-made when Bun cannot be had', () => {
    const box = machine({ npm: 'exit 1' })
    expect(box.install('test')).toMatchObject({ code: 1, err: expect.stringContaining('could not be fetched') })
    expect(readdirSync(join(box.folder, '.toolchain', 'bin'))).toEqual([])
    expect(readdirSync(join(box.folder, '.toolchain'))).toEqual(['bin'])
  })

  test('does not take an older Bun for a new one', () => {
    const box = machine({ npm: FAKE_NPM, bun: 'echo 1.4.4' })
    expect(box.install('demo').out).toContain('is missing: fetching it')
  })
})

describe.skipIf(!Bun.which('openssl') && !Bun.which('minisign'))('install.sh with a release', () => {
  const program = '#!/bin/sh\necho "signalpost $*"\n'
  const others = { 'THIRD-PARTY-LICENSES.txt': 'licences', 'signalpost.cdx.json': '{}' }
  const sha256 = (data: string) => new Bun.CryptoHasher('sha256').update(data).digest('hex')
  const TARGET = `linux-${process.arch}`
  const NAME = `signalpost-0.3.0-${TARGET}`

  function release(changed: Partial<Manifest> = {}): Record<string, string> {
    const files: Record<string, string> = { [NAME]: program, ...others }
    const artefacts = Object.entries(files).map(([name, data]) => ({
      name,
      kind: 'binary' as const,
      target: TARGET,
      bytes: data.length,
      sha256: sha256(data),
    }))
    const manifest = `${JSON.stringify({ ...manifestOf(program), artefacts, ...changed }, null, 1)}\n`
    return { ...files, 'manifest.json': manifest, 'manifest.json.minisig': signed(Buffer.from(manifest)) }
  }

  /** What the installer made of it, and what lies under the home folder then. */
  function installed(files: Record<string, string>, openssl: boolean, named?: string) {
    const folder = folderWith(files)
    const home = mkdtempSync(join(tmpdir(), 'signalpost-home-'))
    folders.push(folder, home)
    const tools = join(home, 'tools')
    mkdirSync(tools)
    const missing = openssl ? ['systemctl', 'minisign'] : ['systemctl']
    for (const name of USED)
      if (Bun.which(name) && !missing.includes(name)) symlinkSync(Bun.which(name)!, join(tools, name))
    writeFileSync(join(tools, 'id'), '#!/bin/sh\necho 1000\n', { mode: 0o755 })
    const env = { PATH: tools, HOME: home, SIGNALPOST_UPDATE_KEYS: KEYS[0]! }
    const { code, err } = run([Bun.which('sh')!, join(ROOT, 'install.sh'), 'release', named ?? folder], env, folder)
    return { code, err, program: existsSync(join(home, '.local/bin/signalpost')) }
  }
  const USED =
    'sh cp mv rm mkdir mktemp sed awk date uname ls sha256sum cut chmod grep tr head tail od base64 openssl minisign cat dirname readlink'.split(
      ' ',
    )
  const ways = [...(Bun.which('openssl') ? [true] : []), ...(Bun.which('minisign') ? [false] : [])]

  test.each(ways)('verifies it, and installs nothing of one that was changed (by openssl: %p)', (openssl) => {
    // A folder is looked for from where the installer is called, as any file of a command is.
    for (const named of ['.', undefined])
      expect(installed(release(), openssl, named)).toEqual({ code: 0, err: '', program: true })
    const files = release()
    const comment = files['manifest.json.minisig']!.replace('signalpost 0.3.0', 'signalpost 0.3.1')
    for (const [changed, why] of [
      [{ ...files, [NAME]: `${program}# more\n` }, 'not the file that was signed'],
      [{ ...files, 'manifest.json': files['manifest.json']!.replace('"0.1.0"', '"0.1.1"') }, 'signature'],
      [{ ...files, 'manifest.json.minisig': comment }, 'signature'],
      [release({ expires: '2026-02-01T00:00:00Z' }), 'expired'],
      [release({ product: 'signpost' }), 'a release of signpost'],
    ] as const)
      expect(installed(changed, openssl)).toEqual({ code: 1, err: expect.stringContaining(why), program: false })
  })
})

describe('install.sh without root and without systemd', () => {
  const OTHERS = 'mkdir -p dist; echo > dist/THIRD-PARTY-LICENSES.txt; echo > dist/signalpost.cdx.json'

  function installed(tools: Record<string, string> = {}) {
    const box = machine({ npm: FAKE_NPM.replace('run) ', `run) ${OTHERS}; `), id: 'echo 1000', ...tools })
    for (const tool of ['cp', 'sed', 'readlink']) cpSync(Bun.which(tool)!, join(box.folder, 'path', tool))
    for (const path of ['LICENSE', 'deploy']) cpSync(join(ROOT, path), join(box.folder, path), { recursive: true })
    const home = join(box.folder, 'home')
    mkdirSync(home)
    const install = (...words: string[]) =>
      run([Bun.which('sh')!, join(box.folder, 'install.sh'), ...words], { PATH: join(box.folder, 'path'), HOME: home })
    return { install, data: join(home, '.local/share/signalpost') }
  }

  test('makes the data folder, and says what a shell does not find yet', () => {
    const { install, data } = installed({ zsh: '' })
    const { code, out, err } = install()
    expect([code, err]).toEqual([0, ''])
    expect(statSync(data).mode & 0o777).toBe(0o700)
    expect(out).toContain('.local/bin is not in PATH')
    expect(out).toContain('share/zsh/site-functions $fpath')
    expect(out).not.toContain('still runs')
  })

  test('names the process that still runs, at an upgrade and when it is uninstalled', async () => {
    const { install, data } = installed()
    install()
    const program = join(data, '../signalpost-of-before')
    cpSync(Bun.which('sleep')!, program)
    const running = Bun.spawn([program, '60'])
    writeFileSync(join(data, 'lock.pid'), `${running.pid}\n`)
    const line = `still runs as process ${running.pid}`
    expect([install().out, install('uninstall').out]).toEqual([
      expect.stringContaining(line),
      expect.stringContaining(line),
    ])
    running.kill()
    await running.exited
    expect(install().out).not.toContain('still runs')
  })
})

describe('.ci/run', () => {
  const RUN = ' 41 pass\n 2 skip\n 1 fail\n 90 expect() calls'

  test.each([
    ['passes', ' 12 pass\n 0 fail', 0, '12 passed, 0 failed'],
    ['keeps the status of a failed run', RUN, 1, '41 passed, 1 failed, 2 skipped'],
    ['fails a run that counted no test', 'Checked 3 files', 0, undefined],
  ])('%s and closes with the counts of the test runner', (_, printed, status, last) => {
    const folder = scratch()
    mkdirSync(join(folder, '.ci'))
    cpSync(join(ROOT, '.ci/run'), join(folder, '.ci/run'))
    writeFileSync(
      join(folder, 'install.sh'),
      `[ "$1" = test ] || exit 9\ncat <<'EOF' >&2\n${printed}\nEOF\nexit ${status}\n`,
    )
    const { code, out } = run(['bash', join(folder, '.ci/run')])
    expect(code).toBe(last ? status : 1)
    expect(out.trimEnd().split('\n').at(-1)).toBe(last ?? printed)
  })

  test('runs the test command that README.md shows', () => {
    expect(read('README.md')).toContain('sh install.sh demo')
    expect(read('README.md')).toContain('sh install.sh test')
    expect(read('.ci/run')).toContain('sh install.sh test')
  })
})

describe('what an operator reads', () => {
  test('CHANGELOG.md has an entry for this version', () => {
    expect(read('CHANGELOG.md')).toContain(`\n## ${version}`)
  })

  test('the service reads the settings that the installer writes, in the folder it may write to', () => {
    const unit = read('deploy/signalpost.service')
    expect(unit).toContain('SIGNALPOST_CONFIG=/etc/signalpost/signalpost.env')
    expect(read('install.sh')).toContain('settings=/etc/signalpost/signalpost.env')
    expect(read('install.sh')).toContain('default_settings /var/lib/signalpost ')
    expect(unit).toMatch(/^StateDirectory=signalpost$/m)
  })

  test('the service leaves the just-in-time compiler its executable memory', () => {
    expect(read('deploy/signalpost.service')).not.toMatch(/^MemoryDenyWriteExecute/m)
  })
})

test('the lock file names packages, never the address of a registry', () => {
  expect(read('bun.lock')).not.toMatch(/https?:\/\//)
})

/** A stand-in for npm: it notes its arguments and lays down a Bun that answers like one, where npm would. */
const FAKE_NPM = `
printf '%s\\n' "$*" > npm-saw
while [ "$1" != --prefix ]; do shift; done
bin=$2/node_modules/@oven/bun-somewhere/bin
mkdir -p "$bin"
cat > "$bin/bun" <<'EOF'
#!/bin/sh
case $1 in
  --version) echo 1.4.5 ;;
  run) mkdir -p dist; printf '#!/bin/sh\\necho "$*"\\n' > dist/signalpost; chmod +x dist/signalpost ;;
  *) echo "bun $*" ;;
esac
EOF
chmod +x "$bin/bun"`

/** A machine with the usual tools and those named, in a folder with nothing but install.sh. */
function machine(tools: Record<string, string>) {
  const folder = scratch()
  const bin = join(folder, 'path')
  mkdirSync(bin)
  const usual = ['sh', 'cat', 'mkdir', 'mktemp', 'rm', 'mv', 'sort', 'head', 'dirname', 'chmod', 'id']
  for (const tool of usual) writeFileSync(join(bin, tool), `#!/bin/sh\nexec ${Bun.which(tool)} "$@"\n`)
  for (const [tool, script] of Object.entries(tools))
    writeFileSync(join(bin, tool), `#!${Bun.which('sh')}\n${script}\n`)
  for (const tool of readdirSync(bin)) chmodSync(join(bin, tool), 0o755)
  cpSync(join(ROOT, 'install.sh'), join(folder, 'install.sh'))
  return {
    folder,
    install: (...words: string[]) => run([Bun.which('sh')!, join(folder, 'install.sh'), ...words], { PATH: bin }),
  }
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-install-'))
  folders.push(folder)
  return folder
}

const PATH = process.env.PATH ?? dirname(process.execPath)
function run(command: string[], env: Record<string, string> = { PATH }, cwd = ROOT) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, env })
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() }
}
