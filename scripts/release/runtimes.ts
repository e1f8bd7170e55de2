/**
 * The runtimes of Bun for the machines of a release, and the C library of its image: each pinned by its checksum, fetched
 * once by the client of its registry, and read from `.toolchain/runtimes` afterwards.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export type Runtime = {
  /** As releases name the machine. */
  target: string
  /** As Bun names its package. */
  build: string
  integrity: string
  /** Whether this kind of machine can be run on an x64 Linux. */
  runs: boolean
}

export const BUN = '1.4.5'

/** SHA-512 of the archive of each build. */
const BUILDS = {
  'linux-x64': 'IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
  'linux-x64-baseline': 's8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==',
  'linux-aarch64': '4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
  'linux-x64-musl': '10QoW/YfTgnURaGEaHpJCiXjLI2e5iTtfVDaA5JKcyUzaa1cq6cVUY9/Uq5XkYzvtRjHLRe9Oj/lTDIQcxy8HQ==',
  'linux-aarch64-musl': 'XCNc+WvvMAdNNb+OWTogpy+N9wm62fkVeEVLb6how0RZhW5LPi6c7BlkeVCuWps7XjEl2saFpHFa20/1E+PAHg==',
  'darwin-x64': 'qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==',
  'darwin-aarch64': '4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
}

export const RUNTIMES: readonly Runtime[] = Object.entries(BUILDS).map(([build, sha512]) => ({
  target: build.replace('aarch64', 'arm64'),
  build,
  integrity: `sha512-${sha512}`,
  runs: build === 'linux-x64' || build === 'linux-x64-baseline',
}))

/** Debian 12's C library, the one thing that the program needs of a system. */
const LIBC: { version: string; sha256: Record<string, string> } = {
  version: '2.36-9+deb12u14',
  sha256: {
    amd64: 'ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf',
    arm64: '01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4',
  },
}

/** The executable of Bun for that machine. */
export function runtimeOf({ build, integrity }: Runtime, folder: string): string {
  const program = join(folder, `bun-${build}-${BUN}`)
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, `oven-bun-${build}-${BUN}.tgz`)
  if (!existsSync(archive)) run(['npm', 'pack', '--silent', '--pack-destination', folder, `@oven/bun-${build}@${BUN}`])
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (found !== integrity) throw new Error(`${archive} is not the runtime that scripts/release/runtimes.ts names`)
  const stage = join(folder, `stage-${build}`)
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage)
  run(['tar', '-xzf', archive, '-C', stage])
  renameSync(join(stage, 'package/bin/bun'), program)
  rmSync(stage, { recursive: true, force: true })
  return program
}

/** Debian's package libc6 of an architecture, by apt in a state of its own. */
export function libcOf(architecture: string, folder: string): Uint8Array {
  const name = `libc6_${LIBC.version}_${architecture}.deb`
  const file = join(folder, name)
  if (!existsSync(file)) fetchLibc(architecture, folder)
  const data = readFileSync(file)
  if (createHash('sha256').update(data).digest('hex') !== LIBC.sha256[architecture])
    throw new Error(`${file} is not the package that scripts/release/runtimes.ts names`)
  return data
}

function fetchLibc(architecture: string, folder: string): void {
  const state = join(folder, `apt-${architecture}`)
  for (const path of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(state, path), { recursive: true })
  const own = [
    `Dir::State::lists=${state}/lists`,
    `Dir::State::status=/dev/null`,
    `Dir::Cache=${state}/cache`,
    `APT::Architecture=${architecture}`,
    `APT::Architectures=${architecture}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option])
  run(['apt-get', '-qq', ...own, 'update'])
  run(['apt-get', '-qq', ...own, 'download', `libc6=${LIBC.version}`], folder)
  for (const name of readdirSync(folder))
    if (name.startsWith('libc6_') && name.includes('%'))
      renameSync(join(folder, name), join(folder, decodeURIComponent(name)))
  rmSync(state, { recursive: true, force: true })
}

function run(command: string[], cwd?: string): void {
  const { success, stderr } = Bun.spawnSync(command, { cwd, stdout: 'ignore', stderr: 'pipe' })
  if (!success) throw new Error(`${command.slice(0, 2).join(' ')}: ${stderr.toString().trim().slice(-500)}`)
}
