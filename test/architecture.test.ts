/** The rules of ARCHITECTURE.md that a machine can check: who may import whom, what is named how, what lives where. */

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { Glob } from 'bun'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { isFunctionLikeDeclaration, type Node, type SourceFile } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/async'
import { migrations } from '../migrations/index.ts'
import { tabled } from '../scripts/readme.ts'
import { DOMAINS } from '../src/domains/index.ts'
import { features } from '../src/features/index.ts'
import type { AnyOperation } from '../src/kernel/operation/operation.ts'
import type { Task } from '../src/kernel/scheduling/task.ts'
import { operations } from '../src/operations/index.ts'
import { tasks } from '../src/tasks/index.ts'
import { type World, world } from './world.ts'

const ROOT = resolve(import.meta.dir, '..')

type Import = { to: string; type_only: boolean }
type Source = { path: string; text: string; imports: Import[] }

const sources: Source[] = [...new Glob('{src,views,migrations,static,scripts,test}/**/*.{ts,tsx}').scanSync(ROOT)]
  .filter((path) => !path.includes('/node_modules/'))
  .sort()
  .map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })
const shipped = sources.filter(({ path }) => /^(src|views)\//.test(path))

function importsOf(path: string, text: string): Import[] {
  const found = text.matchAll(/^(?:import|export)\s+(type\s)?([^'";]*?)\s*from\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm)
  return [...found].map(([, type, names = '', from, lazily]) => ({
    to: relative(ROOT, resolve(ROOT, dirname(path), from ?? lazily!)),
    type_only: type !== undefined || /^\{\s*(type\s+\w+(\s+as\s+\w+)?\s*,?\s*)+\}$/.test(names.replace(/\s+/g, ' ')),
  }))
}

/**
 * `kernel`, `doors`, `operations` …, a domain by its name, a feature as `features/name`; `main.ts` for a file at the top of
 * `src`; `views` and the like outside it.
 */
function areaOf(path: string): string {
  const [top, second, third, fourth] = path.split('/')
  if (top !== 'src') return top!
  if (second === 'features') return fourth === undefined ? second : `features/${third}`
  return second === 'domains' && third !== 'index.ts' ? third! : second!
}

const ORDER: readonly string[] = Object.keys(DOMAINS)
const isDomain = (area: string): boolean => ORDER.includes(area)
const isFrontDoor = (path: string): boolean => /^src\/(domains|features)\/[\w-]+\/index\.ts$/.test(path)
const isDoorOfDomain = (path: string): boolean => isFrontDoor(path) && path.startsWith('src/domains/')
const isRegistry = (path: string): boolean => /^src\/(operations|tasks)\/(all|index)\.ts$/.test(path)
const isFeature = (area: string): boolean => area.startsWith('features/')
/** Files that read the list of features. */
const LISTS = [
  'src/operations/index.ts',
  'src/tasks/index.ts',
  'src/parts.ts',
  'src/domains/index.ts',
  'src/doors/doors.ts',
  'views/site.tsx',
]

/** The feature of a file, by its folder of code or of pages. */
function featureOf(path: string): string | undefined {
  const folder = /^(?:src\/features|views)\/([\w-]+)\//.exec(path)?.[1]
  return features.find(({ name }) => name === folder)?.name
}

/** What a part may import besides itself. */
const MAY: Record<string, (to: string, seen: Import) => boolean> = {
  kernel: (to) => to === 'package.json' || to === 'languages',
  domains: (to, seen) => to === 'kernel' || isDoorOfDomain(seen.to),
  operations: (to, seen) => to === 'kernel' || isDoorOfDomain(seen.to),
  tasks: (to, seen) => to === 'kernel' || isDoorOfDomain(seen.to),
  upstream: (to, seen) =>
    to === 'kernel' || ((isDomain(to) || isFeature(to)) && (seen.type_only || touchesNoRow(seen.to))),
  doors: (to, seen) => ['kernel', 'static', 'migrations', 'docs'].includes(to) || isDoorOfDomain(seen.to),
  views: (to, seen) =>
    ['kernel', 'doors', 'static', 'operations'].includes(to) ||
    ((isDomain(to) || isFeature(to)) && (seen.type_only || isFrontDoor(seen.to))) ||
    (isFeature(to) && /\/(operations(\/[\w-]+)*|visitors)\.ts$/.test(seen.to)),
}
/** Parts that plug everything together; they too use the domains by their front doors, and the ports. */
const PLUGS = ['main.ts', 'boot.ts', 'parts.ts', 'commands', 'demo', 'sample']

/** Ports and pure rules: no rows, and nothing that is given any. */
function touchesNoRow(path: string): boolean {
  const source = sources.find((one) => one.path === path)!
  return source.imports.every(
    ({ to, type_only }) =>
      type_only || (areaOf(to) === areaOf(path) && touchesNoRow(to)) || /^src\/kernel\/(?!database)/.test(to),
  )
}

function mayImport(from: string, seen: Import): boolean {
  const [own, to] = [areaOf(from), areaOf(seen.to)]
  if (to === 'features' && (LISTS.includes(from) || isFeature(own))) return true
  if (own === 'features')
    return to === own || isFeature(to) || ['kernel', 'doors'].includes(to) || (to === 'views' && seen.type_only)
  if (isFeature(own)) return mayFeature(own, to, seen, from)
  if (own === 'operations' || own === 'tasks')
    return isRegistry(from) ? to === own || to === 'kernel' : MAY[own]!(to, seen)
  if (own === to) return true
  if (isDomain(own))
    return to === 'kernel' || (isDomain(to) && ORDER.indexOf(to) < ORDER.indexOf(own) && isFrontDoor(seen.to))
  if (PLUGS.includes(own)) {
    if (to === 'operations' || to === 'tasks') return isRegistry(seen.to)
    return !isDomain(to) || seen.type_only || isFrontDoor(seen.to) || touchesNoRow(seen.to)
  }
  return MAY[own]!(to, seen)
}

/** A feature knows the core, and the features that it names; its manifest loads its pages. */
function mayFeature(own: string, to: string, seen: Import, from: string): boolean {
  if (own === to || ['kernel', 'doors', 'features'].includes(to) || isFrontDoor(seen.to)) {
    const needs = features.find(({ name }) => `features/${name}` === own)!.needs
    return !isFeature(to) || own === to || needs.includes(to.slice('features/'.length))
  }
  return to === 'views' && from === `src/${own}/feature.ts`
}

describe('the arrows', () => {
  const areas = [...new Set(shipped.map(({ path }) => areaOf(path)))].sort()

  test.each(areas)('%s imports only what it may', (area) => {
    const wrong = shipped
      .filter(({ path }) => areaOf(path) === area)
      .flatMap(({ path, imports }) =>
        imports.filter((one) => !mayImport(path, one)).map(({ to }) => `${path} -> ${to}`),
      )
    expect(wrong).toEqual([])
  })

  test('each domain has its folder, and each folder its place', () => {
    const folders = shipped.flatMap(({ path }) => /^src\/domains\/(\w+)\//.exec(path)?.[1] ?? [])
    expect([...new Set(folders)].sort()).toEqual(ORDER.toSorted())
    const top = shipped.flatMap(({ path }) => /^src\/([\w.]+)/.exec(path)?.[1] ?? [])
    expect([...new Set(top)].sort()).toEqual(STOREYS)
  })

  test('pages of the core know no feature, and those of a feature the ones that it needs', () => {
    const knows = (own: string | undefined, to: string | undefined): boolean =>
      !to || own === to || (features.find(({ name }) => name === own)?.needs.includes(to) ?? false)
    const wrong = shipped
      .filter(({ path }) => areaOf(path) === 'views' && path !== 'views/features.ts')
      .flatMap(({ path, imports }) =>
        imports.filter(({ to }) => !knows(featureOf(path), featureOf(to))).map(({ to }) => `${path} -> ${to}`),
      )
    expect(wrong).toEqual([])
  })

  test('no file leads back to itself, types included', () => {
    expect(circles()).toEqual([])
  })

  test('doors know operations; of the domains they know who asks, and what is no operation', () => {
    const known = sources
      .filter(({ path }) => areaOf(path) === 'doors')
      .flatMap(({ path, imports }) =>
        imports.filter(({ to }) => isDomain(areaOf(to))).map(({ to }) => [path, areaOf(to)]),
      )
    const told = known.map(([path, domain]) => `${basename(path!, '.ts')} ${domain}`).sort()
    expect([...new Set(told)]).toEqual(DOORS_TO_DOMAINS)
  })

  test('views take data of the domains, and no rules: reads and acts are operations', async () => {
    const taken = shipped.filter(({ path }) => areaOf(path) === 'views').flatMap(valuesOfDomains)
    expect(taken.length).toBeGreaterThan(50)
    const rules = await Promise.all(
      taken.map(async ({ path, folder, name }) =>
        (await isData(`src/${folder}`, name)) ? [] : [[path, `${basename(folder)} ${name}`]],
      ),
    )
    const wrong = rules.flat().filter(([, rule]) => !(rule! in PURE))
    expect(wrong).toEqual([])
  })

  test('views read and write no database', () => {
    const views = shipped.filter(({ path }) => areaOf(path) === 'views')
    const reading = views.filter(({ text }) => /\bdb\s*\.\s*(read|write|search)\b|\bcall\.(read|search)\b/.test(text))
    expect(reading.map(({ path }) => path)).toEqual([])
  })
})

/** Functions of text and numbers that pages share with the domain, and why. */
const PURE: Record<string, string> = {
  'answers engineOf': 'its name',
  'answers findingsIn': 'findings of the X-ray, which is no operation',
  'answers saidOf': 'one of them as a sentence',
  'answers explain': 'findings of a page that a form has just screened, in words',
  'answers answersIn': 'the same, by rule, as operations count those of links',
  'answers hasFinding': 'which pages of the form have one of them',
  'figures points': 'a change, counted as the rule of what is off the usual counts it',
  'figures offUsual': 'the colour of a week, which no operation judges',
  'figures isBelow': 'a verdict in colour',
  'mail saidIn': 'letters are drawn from the facts that mail keeps',
  'mail sectionsIn': 'letters are drawn behind the port of mail, from the facts that it keeps',
  'preflight hostOf': 'the form groups typed addresses as the order will',
  'preflight takeUrls': 'the form shows what the order will take of a list',
  'preflight readList': 'the same, of the text as it was pasted',
  'preflight textOfFile': 'the same, of a file',
  'preflight inWords': 'how the list was read',
  'preflight countOf': 'entries of the list',
  'tenants placeFrom': 'the place of a check in words',
  'pushes byOwner': 'hosts by the client that they belong to, for one sentence of each',
}

/** What a view imports of domains and features as values, by the folder and its name there. */
const valuesOfDomains = ({ path, text }: Source) =>
  [
    ...text.matchAll(
      /^(?:import|export)\s+(?!type\s)\{([^}]*)\}\s*from\s+'[./]+\/src\/((?:domains|features)\/[\w-]+)\/index\.ts'/gm,
    ),
  ].flatMap(([, names, folder]) =>
    names!
      .split(',')
      .map((name) => name.trim().split(' as ')[0]!)
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => ({ path, folder: folder!, name })),
  )

/** Whether it is data, or is from a file of shapes or words: anything else is a rule. */
async function isData(folder: string, name: string): Promise<boolean> {
  const { [name]: value } = (await import(join(ROOT, folder, 'index.ts'))) as Record<string, unknown>
  const holds = Object.values(value ?? {}).some((one) => typeof one === 'function')
  if (typeof value !== 'function' && !holds) return true
  const words = sources.filter(
    (one) => one.path.startsWith(`${folder}/`) && /(^|[/-])(shapes|words)\.ts$/.test(one.path),
  )
  const modules = await Promise.all(words.map((one) => import(join(ROOT, one.path)) as Promise<object>))
  return modules.some((one) => name in one)
}

const STOREYS = [
  'boot.ts',
  'commands',
  'demo',
  'domains',
  'doors',
  'features',
  'kernel',
  'main.ts',
  'operations',
  'parts.ts',
  'sample',
  'tasks',
  'upstream',
]

/** Each circle of imports once, as the files that it goes through. A domain's addition to `App` is none: it is a declaration. */
function circles(): string[] {
  const graph = new Map(shipped.map(({ path, imports }) => [path, imports.map(({ to }) => to)]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, way: string[]): void => {
    const at = way.indexOf(path)
    if (at >= 0) {
      found.push([...way.slice(at), path].join(' -> '))
      return
    }
    if (done.has(path)) return
    for (const to of graph.get(path) ?? []) visit(to, [...way, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}

/** Callers by key, app and session; OAuth; the callback of a supplier; whose own domain a host is; days of checks. */
const DOORS_TO_DOMAINS = [
  'accounts accounts',
  'accounts keys',
  'accounts tenants',
  'admit accounts',
  'admit keys',
  'admit oauth',
  'bounces mail',
  'branding accounts',
  'branding branding',
  'branding mail',
  'branding tenants',
  'challenge oauth',
  'consent accounts',
  'consent oauth',
  'consent tenants',
  'custom-domain branding',
  'days tenants',
  'foreign-links jobs',
  'foreign-links preflight',
  'foreign-links pushes',
  'hosts accounts',
  'hosts branding',
  'impersonation accounts',
  'instructions plans',
  'oauth oauth',
  'openapi accounts',
  'people accounts',
  'people mail',
  'reply accounts',
  'resources plans',
  'screening preflight',
  'screens accounts',
  'sitemap preflight',
  'step-up accounts',
  'steps accounts',
  'supplier-callbacks checks',
  'web accounts',
]

describe('names', () => {
  test('files are kebab-case, so that one search finds them', () => {
    const strange = sources.filter(
      ({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.long|\.d)?\.tsx?$|^sql\.d\.ts$/.test(basename(path)),
    )
    expect(strange.map(({ path }) => path)).toEqual([])
  })

  test('no folder or file is called after nothing in particular', () => {
    const vague = /(^|\/)(utils?|helpers?|common|services?|managers?|misc|lib)(\/|\.tsx?$)/
    expect(sources.filter(({ path }) => vague.test(path)).map(({ path }) => path)).toEqual([])
  })

  test('nothing is exported without a name', () => {
    expect(sources.filter(({ text }) => /^export default\b/m.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('an operation is in a file or folder of its noun, and its name is there as text', async () => {
    const files = sources.filter(({ path }) => /^src\/operations\/(?!(?:all|index)\.ts)/.test(path))
    const found = await Promise.all(
      files.map(async ({ path, text }) => ({ path, text, all: await operationsIn(path) })),
    )
    for (const { path, text, all } of found)
      for (const one of all) {
        const noun = nounOf(one.path)
        expect(path).toMatch(new RegExp(`^src/operations/${noun}(\\.ts|/[\\w-]+\\.ts)$`))
        const named = text.includes(`name: '${one.name}'`) || one.path.endsWith('/estimate')
        expect([one.name, named, operations.includes(one)]).toEqual([one.name, true, true])
      }
    const ofFeatures = features.flatMap((feature) => Object.values(feature.operations))
    expect(found.flatMap(({ all }) => all).length + ofFeatures.length).toBe(operations.length)
  })

  test('the manifest of a feature has all its operations and tasks, and they are in files of these names', async () => {
    for (const { name, operations: listed, tasks: worked = [] } of features) {
      const files = sources.filter(({ path }) => path.startsWith(`src/features/${name}/`))
      const kept = files.filter(({ path }) => /\/operations(\/[\w-]+)?\.ts$/.test(path))
      const declared = await Promise.all(kept.map(({ path }) => operationsIn(path)))
      expect(new Set(declared.flat())).toEqual(new Set(Object.values(listed)))
      const running = files.filter(({ text }) => /= task\(\{/.test(text)).map(({ path }) => path)
      expect(running).toEqual(worked.length ? [`src/features/${name}/tasks.ts`] : [])
      const made = (await import(join(ROOT, `src/features/${name}/tasks.ts`)).catch(() => ({}))) as Record<string, Task>
      expect(new Set(Object.values(made))).toEqual(new Set(worked))
    }
  })

  test('a task is in the file of its name', async () => {
    const files = sources.filter(({ path }) => /^src\/tasks\/(?!index|all)/.test(path))
    for (const { path } of files) {
      const [one, ...more] = Object.values((await import(join(ROOT, path))) as Record<string, Task>)
      expect([basename(path), more.length]).toEqual([`${one!.name.replaceAll('_', '-')}.ts`, 0])
      expect([path, tasks.includes(one!)]).toEqual([path, true])
    }
    expect(files.length + features.flatMap((feature) => feature.tasks ?? []).length).toBe(tasks.length)
  })

  test('no door gives Elysia a schema: the executable has no library for them', () => {
    const strange = shipped.filter(({ text }) => /import \{[^}]*\bt\b[^}]*\} from 'elysia'/.test(text))
    expect(strange.map(({ path }) => path)).toEqual([])
  })

  test('no operation holds SQL, except a list its query: statements are in the domain of their table', () => {
    const SQL = /\btx\s*\.(row|rows|run|count|number|orm)\b|[`'"(]\s*(select|insert into|update \w+ set|delete from) /
    const operating = sources.filter(({ path }) =>
      /^src\/(operations\/(?!(?:all|index)\.ts)|features\/[\w-]+\/operations\b)/.test(path),
    )
    expect(operating.length).toBeGreaterThan(50)
    expect(operating.filter(({ text }) => SQL.test(text)).map(({ path }) => path)).toEqual([])
    const querying = operating.filter(({ text }) => /\bfrom: ['`"]/.test(text))
    expect(querying.filter(({ text }) => !/\bListOf\(/.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('no two operations have one name or one route', () => {
    for (const names of [
      operations.map(({ name }) => name),
      operations.map(({ route }) => route.replace(/\{\w+\}/g, '{}')),
    ])
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })
})

/** The first word of the route; behind `settings` and `admin` the second. */
function nounOf(path: string): string {
  const [first, second, third] = path.split('/').filter((word) => word && !word.startsWith('{'))
  if (first === 'tenants' && second && second in OF_WORKSPACES) return OF_WORKSPACES[second]!
  const noun = first === 'settings' || first === 'admin' ? second! : first!
  return ELSEWHERE[[first, second, third].slice(0, first === noun ? 1 : 2).join('/')] ?? noun
}

/** Nouns of a workspace that are looked for by themselves. */
const OF_WORKSPACES: Record<string, string> = {
  members: 'members',
  branding: 'branding',
  notifications: 'notifications',
  digest: 'digest',
}

/** Routes whose first word is not where a person looks. */
const ELSEWHERE: Record<string, string> = {
  // Who I am and what is mine stands together.
  me: 'account',
  profile: 'account',
  oauth: 'account',
  // What the install offers, to programs and to buyers.
  'mcp-tools': 'catalog',
  'mcp-setup': 'catalog',
  routes: 'catalog',
  pricing: 'catalog',
  languages: 'catalog',
  'tenant-figures': 'tenants',
  accounts: 'users',
  // The same noun in singular and plural.
  check: 'checks',
  'settings/email': 'emails',
  // The engines of checks, the calendar of the crawl suppliers, their balances, the screening of URLs.
  'settings/integrations': 'checks',
  'settings/job-sync': 'crawl',
  upstream: 'providers',
  // It runs what is due, of which money is the smallest part.
  billing: 'system',
  urls: 'preflight',
}

async function operationsIn(path: string): Promise<AnyOperation[]> {
  const exports = Object.values((await import(join(ROOT, path))) as Record<string, unknown>)
  return exports.filter((one): one is AnyOperation => typeof (one as AnyOperation | null)?.route === 'string')
}

describe('what lives in one place', () => {
  const withText = (pattern: RegExp) => shipped.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

  test('the time is read in the clock', () => {
    expect(withText(/\bnew Date\(|\bDate\.now\(/)).toEqual(['src/kernel/time/clock.ts'])
  })

  test('what goes out goes through upstream/ or the guarded fetch', () => {
    // A guarded one that was handed in may be called `fetch`.
    const given = /\bfetch: SafeFetch\b|\{ fetch \}: Pick<App|\bconst fetch = createSafeFetch\(/
    const calls = shipped.filter(({ text }) => /(^|[^.\w])fetch\(/m.test(withoutComments(text)) && !given.test(text))
    const outside = calls.map(({ path }) => path).filter((path) => !path.startsWith('src/upstream/'))
    expect(outside).toEqual([])
    expect(withText(/\b(Bun|net|tls)\.connect(<\w+>)?\(|\bhttps?\.(get|request)\(/)).toEqual([
      'src/kernel/web-fetch/http/client.ts',
      'src/kernel/web-fetch/http/connection.ts',
      'src/upstream/syslog.ts',
    ])
  })

  test('rows are read and written in domains', () => {
    const doors = shipped.filter(({ path }) => ['doors', 'views'].includes(areaOf(path)))
    expect(doors.filter(({ text }) => /\btx\.(rows|row|run|count|orm)\b/.test(text)).map(({ path }) => path)).toEqual(
      [],
    )
  })

  test('the days of the guarantee are numbers of one list, in sentences too', () => {
    const written = shipped.filter(({ text }) => /\bdays? (?:7|1, 3)\b/i.test(withoutComments(text)))
    expect(written.map(({ path }) => path)).toEqual([])
  })

  test('raw markup has one caller outside the runtime that escapes', () => {
    const callers = withText(/\braw\(/).filter((path) => !path.startsWith('views/jsx/'))
    expect(callers.length).toBeLessThanOrEqual(1)
  })

  test('no view has an inline style, or an attribute that is read as code', () => {
    const inline = /\b(?:style|srcdoc)=|\bhx-on[:-]|['"`{]\s*(?:js|javascript):|\btrigger: [^,]*\[/
    const views = shipped.filter(({ path }) => areaOf(path) === 'views')
    expect(views.length).toBeGreaterThan(100)
    expect(views.filter(({ text }) => inline.test(withoutComments(text))).map(({ path }) => path)).toEqual([])
  })
})

test('no file has more than 250 lines, and none with the operations of a noun more than 300', () => {
  const lines = ({ text }: Source) => text.trimEnd().split('\n').length
  const most = (path: string) => (/\/operations(\/[\w-]+)*\.ts$/.test(path) ? 300 : 250)
  const written = shipped.filter(({ path }) => path !== 'src/operations/all.ts')
  expect(written.filter((one) => lines(one) > most(one.path)).map(({ path }) => path)).toEqual([])
})

test('no function has more than 60 lines', async () => {
  const files = await parsed(shipped.filter(({ text }) => text.split('\n').length > 60).map(({ path }) => path))
  const found = files.flatMap(functionsIn)
  expect(found.length).toBeGreaterThan(5000)
  expect(found.filter(({ lines }) => lines > 60)).toEqual([])
}, 60_000)

/** The trees of the compiler, because the rule of Biome counts fewer lines, such as none of markup and of comments. */
async function parsed(paths: string[]): Promise<SourceFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-functions-'))
  const project = join(folder, 'tsconfig.json')
  const files = paths.map((path) => join(ROOT, path))
  writeFileSync(project, JSON.stringify({ compilerOptions: { noLib: true, noResolve: true, types: [] }, files }))
  const api = new API({ cwd: ROOT })
  try {
    const { program } = (await api.updateSnapshot({ openProjects: [project] })).getProjects()[0]!
    return await Promise.all(files.map(async (file) => (await program.getSourceFile(file))!))
  } finally {
    await api.close()
    rmSync(folder, { recursive: true })
  }
}

/** Every declaration, arrow function, method, accessor and constructor with a body, by the place where it begins. */
function functionsIn(file: SourceFile): { at: string; lines: number }[] {
  const found: { at: string; lines: number }[] = []
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1
  const visit = (node: Node): void => {
    if (isFunctionLikeDeclaration(node) && node.body) {
      const first = lineOf(node.getStart(file))
      found.push({ at: `${relative(ROOT, file.fileName)}:${first}`, lines: lineOf(node.end) - first + 1 })
    }
    node.forEachChild(visit)
  }
  file.forEachChild(visit)
  return found
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

describe('the tables', () => {
  let w: World
  beforeAll(() => {
    w = world()
  })
  afterAll(() => w.close())

  const described = async () => {
    const files = sources.filter(({ path }) => path.endsWith('/tables.ts'))
    const modules = await Promise.all(files.map(({ path }) => import(join(ROOT, path)) as Promise<object>))
    return modules.flatMap((one) => Object.values(one)).filter((one): one is SQLiteTable => is(one, SQLiteTable))
  }
  type Column = { name: string; type: string; notnull: number; pk: number }

  test('each migration has a number of its own, and they run in that order', () => {
    const numbers = migrations.map(({ name }) => Number(name.slice(0, 4)))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  test('as Drizzle describes them are the tables of the migrations, column by column', async () => {
    for (const table of await described()) {
      const { name, columns, primaryKeys } = getTableConfig(table)
      const keys = new Set(
        [...primaryKeys.flatMap((key) => key.columns), ...columns.filter(({ primary }) => primary)].map(
          (one) => one.name,
        ),
      )
      const told = columns.map(
        (one) => `${one.name} ${one.getSQLType()}${one.notNull || keys.has(one.name) ? ' not null' : ''}`,
      )
      const real = w.db.read((tx) => tx.rows<Column>(`pragma table_info(${name})`))
      const is_key = real.filter(({ pk }) => pk > 0).map((one) => one.name)
      expect([name, told.sort()]).toEqual([
        name,
        real.map((one) => `${one.name} ${one.type.toLowerCase()}${one.notnull || one.pk ? ' not null' : ''}`).sort(),
      ])
      expect([name, [...keys].sort()]).toEqual([name, is_key.sort()])
    }
  })

  test('are strict, so that a number never lies in a column of text', () => {
    const loose = w.db.read((tx) =>
      tx.rows(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite_%'",
      ),
    )
    expect(loose).toEqual([])
  })
})

test('the tables of the manual are as the code says: `bun run readme` writes them', async () => {
  expect((await tabled()).filter(({ is, should }) => is !== should).map(({ file }) => file)).toEqual([])
})

describe('ARCHITECTURE.md', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')

  test('names only paths that there are', () => {
    const named = [...text.matchAll(/`((?:src|views|test|migrations|static|scripts)\/[\w./-]+)`/g)].map(
      ([, path]) => path!,
    )
    expect(named.length).toBeGreaterThan(5)
    expect([...named, ...pathsOfTree(text)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('draws the domains in the order that is enforced', () => {
    expect(text.replace(/\s+/g, ' ')).toContain(ORDER.join(' < '))
  })

  test('fits on a few pages', () => {
    const written = text.replace(/<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/g, '')
    expect(written.split('\n').length).toBeLessThan(260)
    expect(written.split('\n').filter((line) => line.length > 120 && !line.startsWith('|'))).toEqual([])
  })
})

test('documents name only files that there are', () => {
  const documents = [...new Bun.Glob('docs/*.md').scanSync(ROOT), 'README.md', 'CONTRIBUTING.md', 'test/long/README.md']
  const named = documents.flatMap((document) =>
    [
      ...readFileSync(join(ROOT, document), 'utf8').matchAll(
        /`((?:src|views|test|migrations|static|scripts)\/[\w./-]+\.\w+)`/g,
      ),
    ].map(([, path]) => path!),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

/** The paths that the drawn tree of the project names: folders at its left edge, what is in them below. */
function pathsOfTree(text: string): string[] {
  const lines = /## The tree\n+```\n([\s\S]*?)```/.exec(text)![1]!.split('\n').filter(Boolean)
  let folder = ''
  return lines.flatMap((line) => {
    const names = line.trim().split(/ {2,}/)[0]!.split(' ')
    if (!line.startsWith(' ')) folder = names[0]!
    return line.startsWith(' ') ? names.map((name) => folder + name) : names
  })
}
