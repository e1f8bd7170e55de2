/**
 * `bun scripts/release.ts [--out FOLDER] [--key FILE] [--runtimes FOLDER]`: everything that a release is made of, from a
 * clean checkout, and without a network once the runtimes are fetched. The same commit gives the same bytes. With the
 * secret key (`scripts/release/sign.ts`; `-` reads it from stdin) the manifest is signed and a tar for each machine is
 * written; without it the release ends in `unsigned/`.
 */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { migrations } from '../migrations/index.ts'
import { name, version } from '../package.json'
import {
  type Artefact,
  MANIFEST,
  type Manifest,
  NOTES,
  numberOf,
  releaseKeys,
  SIGNATURE,
} from '../src/features/releases/index.ts'
import { commit, committed, compileProgram } from './build.ts'
import { billOfMaterials, licenceTexts } from './components.ts'
import { gzip, sha256, tar } from './release/archives.ts'
import { ociArchive } from './release/image.ts'
import { debianPackage } from './release/package.ts'
import { BUN, libcOf, RUNTIMES, runtimeOf } from './release/runtimes.ts'
import { readSecretKey, type SecretKey, signatureOf } from './release/sign.ts'

/** Data of this version and of later ones are taken over. */
const FROM = '0.1.0'
/** How long a release may be installed after it was made, in days: an old one must not be passed off as the newest. */
const VALID = 183

const ROOT = resolve(import.meta.dir, '..')

const HELP = `bun scripts/release.ts [--out FOLDER] [--key FILE] [--runtimes FOLDER]

Builds a release from a clean checkout: programs, packages, image, documents and manifest. Needs Bun ${BUN}, no
other: with one on PATH that is newer, put this one into .toolchain/bin and call it by its path.

  --out FOLDER       where it goes (dist/release)
  --key FILE         secret key that signs the manifest, - reads it from stdin; without it the release goes to unsigned/
  --runtimes FOLDER  runtimes of Bun for other machines, fetched once (.toolchain/runtimes)
  --help             this text`

const options = {
  out: { type: 'string', default: join(ROOT, 'dist/release') },
  key: { type: 'string' },
  runtimes: { type: 'string', default: join(ROOT, '.toolchain/runtimes') },
  help: { type: 'boolean', short: 'h', default: false },
} as const

try {
  const { out, runtimes, key, help } = parseArgs({ options }).values
  if (help) console.log(HELP)
  else await release(out, runtimes, key === undefined ? null : keyFrom(key))
} catch (error) {
  if (!(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) throw error
  console.error(`${(error as Error).message}\n\n${HELP}`)
  process.exit(2)
}

function keyFrom(place: string): SecretKey {
  const key = readSecretKey(readFileSync(place === '-' ? 0 : place, 'utf8'))
  if (!releaseKeys([]).some((own) => Buffer.from(own.key).equals(Buffer.from(key.public_key, 'base64').subarray(10))))
    console.log(`${key.public_key} is no release key of this program: installs need SIGNALPOST_UPDATE_KEYS to take it.`)
  return key
}

async function release(out: string, runtimes: string, key: SecretKey | null): Promise<void> {
  if (Bun.version !== BUN) throw new Error(`a release is built by Bun ${BUN}, and this is ${Bun.version}`)
  if (!committed() || commit().endsWith('-dirty')) throw new Error('a release is built from a clean checkout')
  const time = Date.parse(committed()) / 1000
  const folder = join(out, key ? `${name}-${version}` : 'unsigned')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const artefacts: Artefact[] = []
  const put = (file: string, kind: Artefact['kind'], target: string | null, data: Uint8Array) => {
    writeFileSync(join(folder, file), data)
    const artefact = { name: file, kind, target, bytes: data.length, sha256: sha256(data) }
    artefacts.push(artefact)
    return artefact
  }
  const programs = await compileAll(folder, runtimes)
  for (const [target, file] of programs) put(`${name}-${version}-${target}`, 'binary', target, readFileSync(file))
  for (const [target] of programs) chmodSync(join(folder, `${name}-${version}-${target}`), 0o755)
  const licences = Buffer.from(licenceTexts())
  const documents = documentsOf()
  const platforms = (['amd64', 'arm64'] as const).map((architecture) => {
    const target = architecture === 'amd64' ? 'linux-x64' : 'linux-arm64'
    const program = readFileSync(programs.get(target)!)
    const contents = { program, documents, licences, version, time }
    put(`${name}_${version}_${architecture}.deb`, 'deb', target, debianPackage(architecture, contents))
    return { architecture, program, libc: libcOf(architecture, runtimes) }
  })
  put(`${name}-${version}-oci.tar`, 'image', null, ociArchive(platforms, { version, commit: commit(), licences, time }))
  put(`${name}-${version}-source.tar.gz`, 'source', null, gzip(source()))
  put(`${name}.cdx.json`, 'document', null, Buffer.from(billOfMaterials()))
  put('THIRD-PARTY-LICENSES.txt', 'document', null, licences)
  const notes = Buffer.from(notesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')))
  put(NOTES, 'document', null, notes)
  const sums = artefacts.map((one) => `${one.sha256}  ${one.name}\n`)
  put('SHA256SUMS', 'document', null, Buffer.from(sums.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join('')))
  seal(folder, manifestOf(artefacts, notes, time), key, notes, time)
  console.log(`${folder}: ${artefacts.length} files, ${key ? 'signed' : 'not signed'}`)
}

/** One program for each kind of machine, in files that are removed with the process. */
async function compileAll(folder: string, runtimes: string): Promise<Map<string, string>> {
  const stage = join(ROOT, 'dist/release-stage')
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  process.on('exit', () => rmSync(stage, { recursive: true, force: true }))
  const programs = new Map<string, string>()
  for (const runtime of RUNTIMES) {
    const file = join(stage, runtime.target)
    await compileProgram(file, { target: runtime.target, runtime: runtimeOf(runtime, runtimes) })
    programs.set(runtime.target, file)
    console.log(`${join(folder, `${name}-${version}-${runtime.target}`)}: ${tried(file, runtime.runs)}`)
  }
  return programs
}

/** What this machine can run is run; of the others only the kind of file and the version in it are read. */
function tried(file: string, runs: boolean): string {
  if (runs && process.platform === 'linux' && process.arch === 'x64') {
    const said = JSON.parse(Bun.spawnSync([file, 'version', '--json']).stdout.toString()) as { version: string }
    if (said.version !== version) throw new Error(`${file} says that it is ${said.version}`)
    return 'built and run'
  }
  const data = readFileSync(file)
  const kind = data.subarray(0, 4).toString('hex')
  if (kind !== '7f454c46' && kind !== 'cffaedfe') throw new Error(`${file} is neither ELF nor Mach-O`)
  if (!data.includes(`"${version}"`)) throw new Error(`${file} does not hold its version`)
  return 'built, not run'
}

function documentsOf() {
  const said = (...words: string[]) =>
    new Uint8Array(Bun.spawnSync([process.execPath, 'src/main.ts', ...words], { cwd: ROOT }).stdout)
  const [bash, zsh, fish] = (['bash', 'zsh', 'fish'] as const).map((shell) => said('completion', shell))
  return { man: said('man'), bash: bash!, zsh: zsh!, fish: fish! }
}

function source(): Uint8Array {
  const archive = Bun.spawnSync(['git', '-c', 'tar.umask=0022', 'archive', `--prefix=${name}-${version}/`, 'HEAD'], {
    cwd: ROOT,
  })
  if (!archive.success) throw new Error(archive.stderr.toString())
  return new Uint8Array(archive.stdout)
}

/** The section of this version, or of what is not released yet. */
function notesOf(changelog: string): string {
  const sections = changelog.split(/^(?=## )/m)
  const found =
    sections.find((one) => one.startsWith(`## ${version}`)) ?? sections.find((one) => one.startsWith('## Unreleased'))
  if (!found) throw new Error(`CHANGELOG.md has no section for ${version}`)
  return found
}

function manifestOf(artefacts: Artefact[], notes: Uint8Array, time: number): Manifest {
  const moment = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
  return {
    product: name,
    version,
    number: numberOf(version),
    released: moment(time),
    expires: moment(time + VALID * 86_400),
    commit: commit(),
    bun: BUN,
    schema: migrations.length,
    from: FROM,
    security: notes.toString().includes('\n### Security'),
    notes_sha256: sha256(notes),
    artefacts,
  }
}

/** Writes the manifest; with the key, its signature and what is updated from without a network. */
function seal(folder: string, manifest: Manifest, key: SecretKey | null, notes: Uint8Array, time: number): void {
  const data = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  writeFileSync(join(folder, MANIFEST), data)
  if (!key) return
  const signature = Buffer.from(signatureOf(data, key, `${name} ${version}`))
  writeFileSync(join(folder, SIGNATURE), signature)
  const shared = [
    { path: MANIFEST, data },
    { path: SIGNATURE, data: signature },
    { path: NOTES, data: notes },
  ]
  for (const { name: file, kind } of manifest.artefacts) {
    if (kind !== 'binary') continue
    const program = { path: file, data: readFileSync(join(folder, file)), mode: 0o755 }
    writeFileSync(join(folder, `${file}.tar`), tar([...shared, program], time))
  }
}
