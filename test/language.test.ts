/** Counts words that make English hard to read. A limit may only fall; the goal is zero for each. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')
const WORDS =
  /(?<![\w-])(told|anew|whoever|whomever|mend|mends|mended|stands|lest|of now|no more|so many|looked at)(?![\w-])/gi

/** Lower a limit to the count whenever the count falls, and remove its row at zero. Other folders have none left. */
const LIMITS: Record<string, number> = {
  docs: 1,
  'src/domains': 43,
  'src/kernel': 2,
  'src/operations': 4,
  'src/tasks': 2,
  static: 11,
  views: 251,
}

/** Names of the wire and of stored data, and quoted texts: these keep their words. */
const ALLOWED: Record<string, readonly string[]> = {
  'docs/numbers.md': ['test/views/told.test.ts'],
  // The stored state of the clock.
  'src/kernel/time/clock-doubt.ts': [
    'told: Time | null; mend: boolean',
    'stored.told',
    'stored.mend',
    'told: reported, mend: repair',
  ],
}

const FILES = '{src,views,static,docs}/**/*.{ts,tsx,js,css,md,jsonl,json,txt,html,svg}'

test('hard words become fewer, folder by folder', () => {
  const found = new Map<string, string[]>()
  for (const file of files()) {
    const folder = folderOf(file)
    for (const [word] of textOf(file).matchAll(WORDS)) {
      const list = found.get(folder) ?? []
      list.push(`${file}: ${word}`)
      found.set(folder, list)
    }
  }
  const above = [...found].filter(([folder, list]) => list.length > (LIMITS[folder] ?? 0))
  expect(above.map(([folder, list]) => ({ folder, limit: LIMITS[folder] ?? 0, count: list.length, list }))).toEqual([])
})

function files(): string[] {
  const scan = (pattern: string) => [...new Bun.Glob(pattern).scanSync(ROOT)]
  return [...scan(FILES), ...scan('*.md')].filter((file) => !file.startsWith('static/vendor/')).sort()
}

function textOf(file: string): string {
  const text = readFileSync(resolve(ROOT, file), 'utf8')
  return (ALLOWED[file] ?? []).reduce((rest, allowed) => rest.replaceAll(allowed, ''), text)
}

/** `src/domains` and such for sources, `views`, `docs` and the root for the rest. */
function folderOf(file: string): string {
  const parts = file.split('/').slice(0, -1)
  return parts.slice(0, parts[0] === 'src' ? 2 : 1).join('/') || '.'
}
