/**
 * What the executable is made of besides its own code: packages of the lock file that it depends on, with what these
 * depend on, and files that other projects made. The build writes them as a bill of materials, and their licences.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'jsonc-parser'
import { dependencies, license, name, version } from '../package.json'

const ROOT = resolve(import.meta.dir, '..')

type Component = {
  name: string
  version: string
  /** As SPDX writes it. */
  license: string
  purl: string
  /** Of the archive that was installed, in hexadecimal. */
  sha512: string | null
  texts: string[]
}

type Meta = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalPeers?: string[]
}
type Locked = [id: string, registry: string, meta: Meta, integrity: string]

/** All packages that ship, by name and version. Those that only types need are among them: too many rather than too few. */
export function packages(): Component[] {
  const lock = parse(readFileSync(join(ROOT, 'bun.lock'), 'utf8'), [], { allowTrailingComma: true }) as {
    packages: Record<string, Locked>
  }
  const found = new Map<string, Component>()
  const seen = new Set<string>()
  const walk = (from: string[], needed: Record<string, string> = {}, left_out: string[] = []) => {
    for (const wanted of Object.keys(needed).filter((one) => !left_out.includes(one))) {
      const key = placeOf(lock.packages, from, wanted)
      if (!key || seen.has(key.join('/'))) continue
      seen.add(key.join('/'))
      const [id, , meta, integrity] = lock.packages[key.join('/')]!
      const component = componentOf(key, id, integrity)
      found.set(component.purl, component)
      walk(key, meta.dependencies)
      walk(key, meta.optionalDependencies)
      walk(key, meta.peerDependencies, meta.optionalPeers)
    }
  }
  // The icons are copied out of a package that nothing else of is used.
  walk([], { ...dependencies, 'lucide-static': '' })
  return [...found.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1))
}

/** As Node looks for a package: beside the one that wants it, then further out. */
function placeOf(locked: Record<string, Locked>, from: string[], wanted: string): string[] | null {
  for (let outer = from; ; outer = outer.slice(0, -1)) {
    if (locked[[...outer, wanted].join('/')]) return [...outer, wanted]
    if (outer.length === 0) return null
  }
}

/** Names that packages declare, as SPDX writes them. */
const SPDX: Record<string, string> = { 'BSD-0-Clause': '0BSD' }

function componentOf(key: string[], id: string, integrity: string): Component {
  const folder = join(ROOT, 'node_modules', key.join('/node_modules/'))
  const at = id.lastIndexOf('@')
  const [called, release] = [id.slice(0, at), id.slice(at + 1)]
  const declared = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license?: string }
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return {
    name: called,
    version: release,
    license: SPDX[declared.license ?? ''] ?? declared.license ?? licenceIn(texts),
    purl: `pkg:npm/${called.replace('@', '%40')}@${release}`,
    sha512: integrity.startsWith('sha512-') ? Buffer.from(integrity.slice(7), 'base64').toString('hex') : null,
    texts,
  }
}

/** Of a package that ships a text and declares nothing, such as png-js: by the title of the text. */
const licenceIn = (texts: readonly string[]): string =>
  texts.length === 1 && /^MIT License\n/.test(texts[0]!) ? 'MIT' : 'NOASSERTION'

const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8').trim()

/** What is no package of the lock file; the runtime brings notices of its own parts. */
export function others(): Component[] {
  return [
    {
      name: 'bun',
      version: Bun.version,
      license: 'MIT',
      purl: `pkg:npm/bun@${Bun.version}`,
      sha512: null,
      texts: ['MIT, with parts under other licences (JavaScriptCore: LGPL-2.0): https://bun.sh/docs/project/licensing'],
    },
    {
      name: 'geo-whois-asn-country',
      version: 'IPv4 and IPv6 ranges, packed',
      license: 'CC0-1.0',
      purl: 'pkg:npm/%40ip-location-db/geo-whois-asn-country',
      sha512: null,
      texts: ['CC0-1.0: which country an address is registered in, by ip-location-db, of data by the NRO (nro.net).'],
    },
    {
      name: 'Inter',
      version: '4.0, subsets',
      license: 'OFL-1.1',
      purl: 'pkg:generic/inter-font',
      sha512: null,
      texts: [text('static/vendor/inter-LICENSE.txt')],
    },
  ]
}

/** CycloneDX 1.6. No time and no random number: the same sources give the same bytes. */
export function billOfMaterials(): string {
  const components = [...packages(), ...others()].map((one) => ({
    type: one.license === 'OFL-1.1' || one.license === 'CC0-1.0' ? 'data' : 'library',
    'bom-ref': one.purl,
    name: one.name,
    version: one.version,
    purl: one.purl,
    licenses: [/\s/.test(one.license) ? { expression: one.license } : { license: { id: one.license } }],
    ...(one.sha512 ? { hashes: [{ alg: 'SHA-512', content: one.sha512 }] } : {}),
  }))
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': name, name, version, licenses: [{ license: { id: license } }] },
    },
    components,
    dependencies: [{ ref: name, dependsOn: components.map((one) => one['bom-ref']) }],
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

/** The authors and licences of all components; a shared licence text is printed once. */
export function licenceTexts(): string {
  const by_text = new Map<string, Component[]>()
  for (const one of [...packages(), ...others()])
    for (const words of one.texts.length ? one.texts : [`${one.license}; the package ships no text of it.`])
      by_text.set(words, [...(by_text.get(words) ?? []), one])
  const head = `Signalpost ${version} is made with the following components; each has its own licence.`
  const parts = [...by_text].map(([words, of]) => {
    const names = of.map((one) => `${one.name} ${one.version} (${one.license})`).join('\n')
    return `${names}\n\n${words}`
  })
  return `${[head, ...parts].join(`\n\n${'-'.repeat(100)}\n\n`)}\n`
}
