/** Contract tests ask every operation the same; what an operation does is in a test that names it. */
import { expect, test } from 'bun:test'
import { operations } from '../../../src/operations/index.ts'

test('every operation is named by a test outside this folder', async () => {
  const root = `${import.meta.dir}/../..`
  const files = [
    ...new Bun.Glob(
      '{browser,cases,commands,demo,doors,domains,e2e,features,kernel,lists,operations,sample,tasks,views}/**/*.ts*',
    ).scanSync(root),
  ]
  const texts = await Promise.all(files.map((file) => Bun.file(`${root}/${file}`).text()))
  const words = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []))
  expect(operations.map(({ name }) => name).filter((name) => !words.has(name))).toEqual([])
})
