/** What is left to the long run is listed with what CI still guarantees. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')
const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8')
const list = read('test/long/README.md')
const files = [...new Bun.Glob('test/**/*.{test,long}.{ts,tsx}').scanSync(ROOT)].filter(
  (path) => !path.includes('node_modules'),
)

test('each file of the long run is in its list', () => {
  const long = files.filter((path) => path.includes('.long.') || /\/long\/whole\.ts'/.test(read(path)))
  expect(long.length).toBeGreaterThan(40)
  expect(long.filter((path) => !list.includes(basename(path)))).toEqual([])
})

test('each row of the list says what CI still guarantees', () => {
  const rows = [...list.matchAll(/^\| `[^|]*\|([^|]*)\|([^|]*)\|$/gm)]
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.filter(([, ci, long]) => !ci!.trim() || !long!.trim())).toEqual([])
})

test('only one file reads the variable of the long run, by which the run finds the others', () => {
  const reading = files.filter((path) => /process\.env\.WHOLE\b/.test(read(path)))
  expect(reading).toEqual([])
})
