import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

test.each(['SECURITY.md', 'docs/asvs.md', 'docs/cells.md', 'docs/capacity.md', 'docs/keys.md'])(
  'every file that %s names is there',
  (path) => {
    const named = [
      ...read(path).matchAll(/`((?:src|test|views|static|deploy|docs|scripts|migrations)\/[\w./@-]+)`/g),
    ].map(([, file]) => file!)
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    const linked = [...read(path).matchAll(/\]\(((?!http)[^)#]+)\)/g)].map(([, file]) => join(ROOT, path, '..', file!))
    expect(linked.filter((file) => !existsSync(file))).toEqual([])
  },
)

test('each promise names a test that proves it', () => {
  const [, promises] = /## Promises\n([\s\S]*?)\n## /.exec(read('SECURITY.md'))!
  const rows = promises!.split('\n').filter((line) => /^\| (?!promise|-)/.test(line))
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter((row) => !/`test\/[\w./-]+\.tsx?`/.test(row))).toEqual([])
})

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has: the first of each. */
const SECTIONS: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
}

test('the table goes through every requirement of level 2, each once', () => {
  const rows = read('docs/asvs.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  const ids = rows.flatMap((row) => row.split('|')[1]!.trim().split(', '))
  const wanted = Object.entries(SECTIONS).flatMap(([section, n]) =>
    Array.from({ length: n }, (_, i) => `${section}.${i + 1}`),
  )
  expect(ids.toSorted()).toEqual(wanted.toSorted())
  expect(rows.filter((row) => row.split('|')[3]!.trim().length < 5)).toEqual([])
})

/** A row of the table: its requirements, and what it says of them. */
const asvs = () =>
  read('docs/asvs.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, ids, , says] = line.split('|') as [string, string, string, string]
      const state = says.includes('**not met**') ? 'open' : says.includes('not applicable') ? 'not applicable' : 'met'
      return { ids: ids.trim(), n: ids.split(',').length, says, state }
    })

test('each requirement that is called met names a file or a test that is there', () => {
  const unproved = asvs().filter(({ state, says }) => {
    const files = [...says.matchAll(/`((?:src|test|views|static|deploy|docs|scripts|migrations)\/[\w./@-]+)`/g)]
    return state === 'met' && (files.length === 0 || files.some(([, file]) => !existsSync(join(ROOT, file!))))
  })
  expect(unproved.map(({ ids }) => ids)).toEqual([])
})

test('the counts above the table are those of its rows', () => {
  const count = (wanted: string) => asvs().reduce((sum, { n, state }) => sum + (state === wanted ? n : 0), 0)
  expect(read('docs/asvs.md')).toContain(
    `Met: ${count('met')}. Not met, or in part: ${count('open')}. Not applicable: ${count('not applicable')}.`,
  )
})
