/** Every recipe of `/docs/recipes`, run as it stands, in each of its languages. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { recipesFor } from '../../views/docs/recipes.ts'
import type { Snippet } from '../../views/docs/snippets.ts'
import { WHOLE } from '../long/whole.ts'
import { ADDRESS, finished, type Stage, stage } from '../shell/stage.ts'

setDefaultTimeout(600_000)

const recipes = recipesFor(ADDRESS)
const HAS_PYTHON = await Bun.file('/usr/bin/python3').exists()

let s: Stage
beforeAll(async () => {
  s = await stage()
  const urls = ['menu', 'opening-hours', 'blog/rye'].map((path) => `${s.pages}/${path}`)
  writeFileSync(join(s.folder, 'pages.txt'), `${urls.join('\n')}\n`)
  writeFileSync(join(s.folder, 'pages.csv'), `Page,URL\r\n${urls.map((url, i) => `Page ${i},${url}\r\n`).join('')}`)
  await s.sh(`signalpost login ${ADDRESS} --key-file key.txt`)
}, 600_000)
afterAll(() => s.close())

type Ordered = { id: string; name: string; link_count: number }
const jobs = async () => (await s.install.get<{ items: Ordered[] }>('/jobs?page_size=200')).items

/** Runs it in the folder with the key, as somebody does who copied it. */
function run({ language, text }: Snippet, commit = 'abc') {
  const env = { ...s.env, SIGNALPOST_KEY: s.key, COMMIT: commit }
  if (language === 'curl') return finished(['bash', '-eu', '-o', 'pipefail', '-c', text], s.folder, env)
  const file = language === 'Python' ? 'recipe.py' : 'recipe.ts'
  writeFileSync(join(s.folder, file), text)
  const command = language === 'Python' ? ['/usr/bin/python3', file] : [process.execPath, file]
  return finished(command, s.folder, env)
}

const cases = recipes.flatMap((recipe) =>
  recipe.snippets.map((snippet) => [recipe.id, snippet.language, snippet] as const),
)
const can = (language: string): boolean => language !== 'Python' || HAS_PYTHON
/** The long run tries each in three languages; a change is judged by one of them in turn. */
const isTurn = (n: number): boolean => WHOLE || n % 3 === Math.floor(n / 3) % 3

describe('the recipe', () => {
  test('stands for each of the places that links come from, in three languages', () => {
    expect(recipes.map(({ id }) => id)).toEqual(['deploy', 'spreadsheet', 'sitemap', 'n8n', 'zapier', 'make'])
    for (const { snippets } of recipes)
      expect(snippets.map(({ language }) => language)).toEqual(['curl', 'TypeScript', 'Python'])
  })

  test.each(cases.filter(([, language], n) => isTurn(n) && can(language)))(
    '%s in %s pushes what it says',
    async (id, language, snippet) => {
      const before = await jobs()
      const { code, err } = await run(snippet, language)
      expect([code, err]).toEqual([0, ''])
      const fresh = (await jobs()).filter((job) => !before.some((one) => one.id === job.id))
      const known = before.filter(({ name }) => name === 'New on the blog')
      // The step of an automation has one Idempotency-Key, so whoever repeats it gets the first job.
      if (['n8n', 'zapier', 'make'].includes(id) && known.length) return expect(fresh).toEqual([])
      expect(fresh.map(({ name, link_count }) => [name, link_count])).toEqual([EXPECTED[id]!(language)])
      if (id === 'spreadsheet') {
        expect(readFileSync(join(s.folder, 'results.csv'), 'utf8')).toMatch(
          /^\ufeff?uid,url,state.*\r\n(\d+,http.*\r\n){3}$/,
        )
        rmSync(join(s.folder, 'results.csv'))
      }
    },
  )

  test.each(cases.filter(([id, language], n) => id === 'deploy' && isTurn(n) && can(language)))(
    '%s in %s spends nothing twice when it runs again, and says why it is refused',
    async (_, language, snippet) => {
      const before = await jobs()
      expect((await run(snippet, language)).code).toBe(0)
      expect(await jobs()).toEqual(before)
      const wrong = {
        ...snippet,
        text: snippet.text.replaceAll('$SIGNALPOST_KEY', 'ipk_no').replace('SIGNALPOST_KEY', 'HOME'),
      }
      const { code, out, err } = await run(wrong, 'refused')
      expect([code === 0, out + err]).toEqual([false, expect.stringContaining('key')])
    },
  )

  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const EXPECTED: Record<string, (language: string) => [string, number]> = {
    deploy: (language) => [`Deploy ${language}`, 3],
    spreadsheet: () => ['From the spreadsheet', 3],
    sitemap: () => [`Sitemap ${yesterday}`, 2],
    n8n: () => ['New on the blog', 1],
    zapier: () => ['New on the blog', 1],
    make: () => ['New on the blog', 1],
  }

  test.each(recipes.filter(({ shell }) => shell).map(({ id, shell }) => [id, shell!]))(
    '%s as a command: %s',
    async (_, shell) => {
      const before = (await jobs()).length
      const { code, err } = await s.sh(shell, { COMMIT: 'shell' })
      expect([code, code ? err : '']).toEqual([0, ''])
      expect(await jobs()).toHaveLength(before + 1)
    },
  )
})

describe('the fields of a step that sends HTTP requests', () => {
  const steps = recipes.filter(({ fields }) => fields)
  test.each(steps.map(({ id, fields }) => [id, fields!] as const))(
    'in %s make a request that is taken',
    async (id, fields) => {
      const filled = (part: RegExp): string =>
        fields
          .find(({ name }) => part.test(name))!
          .value.replace(/\{\{.*?link.*?\}\}/, `${s.pages}/blog/${id}`)
          .replace(/\{\{.*?id.*?\}\}/, id)
      const response = await fetch(filled(/^URL/).replace(ADDRESS, s.install.address()), {
        method: filled(/^Method/),
        headers: {
          authorization: filled(/Authorization/).replace('ipk_…', s.key),
          'content-type': filled(/content.type/i),
          'idempotency-key': filled(/Idempotency-Key/),
        },
        body: filled(/Body|Data/),
      })
      const { ok, data } = (await response.json()) as { ok: boolean; data: { accepted: number } }
      expect([response.status, ok, data.accepted]).toEqual([200, true, 1])
    },
  )
})

test('the TypeScript of every recipe compiles', async () => {
  const files = recipes.map(({ id, snippets }) => {
    const file = join(s.folder, `${id}.ts`)
    writeFileSync(file, `${snippets[1]!.text}\nexport {}\n`)
    return file
  })
  const root = resolve(import.meta.dir, '../..')
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'esnext',
    '--module',
    'preserve',
    '--typeRoots',
    join(root, 'node_modules/@types'),
    '--types',
    'bun',
  ]
  const { code, out } = await finished(
    [join(root, 'node_modules/.bin/tsc'), '--ignoreConfig', ...options, ...files],
    s.folder,
    { PATH: process.env.PATH! },
  )
  expect([code, out]).toEqual([0, ''])
})
