import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { iconNames } from '../../static/icons.ts'
import { assets, href } from '../../static/index.ts'

const gzipped = (name: Parameters<typeof href>[0]) => {
  const asset = assets().get(href(name))!
  return (asset.gzip?.() ?? asset.body).length
}

test('an asset is named by its content and may be kept for ever', () => {
  for (const [path, asset] of assets()) {
    const hash = new Bun.CryptoHasher('sha256').update(asset.body).digest('hex').slice(0, 12)
    expect(path).toMatch(new RegExp(`^/app/a/[a-z]+\\.${hash}\\.[a-z0-9]+$`))
    expect(asset.immutable).toBe(true)
    if (asset.gzip) expect(Bun.gunzipSync(new Uint8Array(asset.gzip()))).toEqual(new Uint8Array(asset.body))
  }
})

test('the stylesheet asks for the font under the name it is served by', () => {
  const css = new TextDecoder().decode(assets().get(href('app.css'))!.body)
  expect(css).toContain(`url("${href('inter.woff2').split('/').at(-1)}")`)
  expect(css).toContain(`url("${href('interext.woff2').split('/').at(-1)}")`)
  expect(css).not.toMatch(/url\("inter(ext)?.woff2"\)/)
})

test('the script stays within 25 KB and the cold page within 110 KB', () => {
  expect(gzipped('app.js')).toBeLessThanOrEqual(25_000)
  const cold = (['app.js', 'app.css', 'icons.svg', 'favicon.svg', 'inter.woff2'] as const).reduce(
    (sum, name) => sum + gzipped(name),
    0,
  )
  expect(cold).toBeLessThanOrEqual(95_000)
})

test('every icon in the sprite is drawn somewhere', () => {
  const sources = ['views', 'src']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('gallery'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const reserved = new Set(NAVIGATION)
  expect(
    iconNames.filter((name) => !reserved.has(name) && !sources.includes(`'${name}'`) && !sources.includes(`"${name}"`)),
  ).toEqual([])
})

/** Icons of the navigation and of the dashboard's needs, which come as data. */
const NAVIGATION = ['layout-dashboard', 'globe', 'palette', 'bell', 'key-round', 'plug-zap', 'users', 'wallet']
