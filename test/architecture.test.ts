/** The rules of ARCHITECTURE.md that a machine can check: who may import whom, what is named how, what lives where. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { Glob } from 'bun'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { DOMAINS, operations } from '../src/domains/index.ts'
import type { AnyOperation } from '../src/kernel/operation.ts'
import { type World, world } from './world.ts'

const ROOT = resolve(import.meta.dir, '..')
const ORDER = Object.keys(DOMAINS)

type Import = { to: string; type_only: boolean }
type Source = { path: string; text: string; imports: Import[] }

const sources: Source[] = [...new Glob('{src,views,migrations,static,scripts,test}/**/*.{ts,tsx}').scanSync(ROOT)]
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

/** `kernel`, `doors`, a domain …; `app.ts` for a file at the top of `src`; `views` and the like outside it. */
function areaOf(path: string): string {
  const [top, second] = path.split('/')
  return top === 'src' ? second! : top!
}

const isDomain = (area: string): boolean => ORDER.includes(area)
const isFrontDoor = (path: string): boolean => /^src\/\w+\/index\.ts$/.test(path)

/** What a part may import besides itself; `types` from `app.ts`, which holds nothing else. */
const MAY: Record<string, (to: string, seen: Import) => boolean> = {
  kernel: (to, { type_only }) => (to === 'app.ts' && type_only) || to === 'package.json',
  'app.ts': (_, { type_only }) => type_only,
  'domains.ts': (to, seen) => to === 'kernel' || (isDomain(to) && isFrontDoor(seen.to)),
  upstream: (to, seen) =>
    to === 'kernel' ||
    (to === 'app.ts' && seen.type_only) ||
    (isDomain(to) && (seen.type_only || touchesNoRow(seen.to))),
  doors: (to, seen) =>
    ['kernel', 'app.ts', 'static', 'migrations'].includes(to) || (isDomain(to) && isFrontDoor(seen.to)),
  views: (to, seen) =>
    ['kernel', 'app.ts', 'doors', 'static'].includes(to) || (isDomain(to) && (seen.type_only || isFrontDoor(seen.to))),
}
/** Parts that plug everything together; they too use the domains by their front doors, and the ports. */
const PLUGS = ['main.ts', 'boot.ts', 'commands', 'demo']

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
  if (own === to) return true
  if (isDomain(own)) {
    if (to === 'kernel') return true
    if (to === 'app.ts') return seen.type_only
    return isDomain(to) && ORDER.indexOf(to) < ORDER.indexOf(own) && isFrontDoor(seen.to)
  }
  if (PLUGS.includes(own)) return !isDomain(to) || seen.type_only || isFrontDoor(seen.to) || touchesNoRow(seen.to)
  return MAY[own]!(to, seen)
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
    const folders = new Set(shipped.filter(({ path }) => /^src\/\w+\//.test(path)).map(({ path }) => areaOf(path)))
    const others = ['kernel', 'doors', 'upstream', 'commands', 'demo']
    expect([...folders].filter((one) => !others.includes(one)).sort()).toEqual(ORDER.toSorted())
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
})

/** Callers by key and session; key use, saved on stopping; the callback of a supplier; whose own domain a host is. */
const DOORS_TO_DOMAINS = [
  'admit accounts',
  'admit keys',
  'custom-domain plans',
  'hooks checks',
  'openapi accounts',
  'server keys',
  'web accounts',
]

describe('names', () => {
  test('files are kebab-case, so that one search finds them', () => {
    const strange = sources.filter(
      ({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d)?\.tsx?$|^sql\.d\.ts$/.test(basename(path)),
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

  test('an operation is in the file of its name, in the domain that lists it', async () => {
    const files = sources.filter(({ path }) => /^src\/\w+\/operations\//.test(path))
    const found = await Promise.all(files.map(async ({ path }) => [path, await operationsIn(path)] as const))
    for (const [path, [operation, ...more]] of found) {
      expect([path, `${operation?.name.replaceAll('_', '-')}.ts`, more.length]).toEqual([path, basename(path), 0])
      const domain = DOMAINS[areaOf(path) as keyof typeof DOMAINS]
      expect([path, domain.operations.includes(operation!)]).toEqual([path, true])
    }
    expect(files.length).toBe(operations.length)
  })

  test('no two operations have one name or one route', () => {
    for (const names of [
      operations.map(({ name }) => name),
      operations.map(({ route }) => route.replace(/\{\w+\}/g, '{}')),
    ])
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })
})

async function operationsIn(path: string): Promise<AnyOperation[]> {
  const exports = Object.values((await import(join(ROOT, path))) as Record<string, unknown>)
  return exports.filter((one): one is AnyOperation => typeof (one as AnyOperation | null)?.route === 'string')
}

describe('what lives in one place', () => {
  const withText = (pattern: RegExp) => shipped.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

  test('the time is read in the clock', () => {
    expect(withText(/\bnew Date\(|\bDate\.now\(/)).toEqual(['src/kernel/clock.ts'])
  })

  test('what goes out goes through upstream/ or the guarded fetch', () => {
    // A guarded one that was handed in may be called `fetch`.
    const given = /\bfetch: SafeFetch\b|\{ fetch \}: Pick<App|\bconst fetch = createSafeFetch\(/
    const calls = shipped.filter(({ text }) => /(^|[^.\w])fetch\(/m.test(withoutComments(text)) && !given.test(text))
    const outside = calls.map(({ path }) => path).filter((path) => !path.startsWith('src/upstream/'))
    expect(outside).toEqual(['src/kernel/safe-fetch.ts'])
  })

  test('rows are read and written in domains', () => {
    const doors = shipped.filter(({ path }) => ['doors', 'views'].includes(areaOf(path)))
    expect(doors.filter(({ text }) => /\btx\.(rows|row|run|count|orm)\b/.test(text)).map(({ path }) => path)).toEqual(
      [],
    )
  })

  test('raw markup has one caller outside the runtime that escapes', () => {
    const callers = withText(/\braw\(/).filter((path) => !path.startsWith('views/jsx/'))
    expect(callers.length).toBeLessThanOrEqual(1)
  })
})

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
    expect(text.split('\n').length).toBeLessThan(150)
  })
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
