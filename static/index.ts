/** Everything the browser may load, embedded in the program, named by content, and compressed when first asked for. */
import { readFileSync } from 'node:fs'
import ptag from 'htmx.org/dist/ext/hx-ptag.min.js' with { type: 'file' }
import sse from 'htmx.org/dist/ext/hx-sse.min.js' with { type: 'file' }
import htmx from 'htmx.org/dist/htmx.min.js' with { type: 'file' }
import apiEquivalent from './api-equivalent.js' with { type: 'file' }
import earlier from './app.css' with { type: 'file' }
import app from './app.js' with { type: 'file' }
import charts from './charts.js' with { type: 'file' }
import copy from './copy.js' with { type: 'file' }
import drafts from './drafts.js' with { type: 'file' }
import favicon from './favicon.svg' with { type: 'file' }
import fields from './fields.js' with { type: 'file' }
import { chipStyles, sprite } from './icons.ts'
import last from './last.js' with { type: 'file' }
import passkey from './passkey.js' with { type: 'file' }
import picker from './picker.js' with { type: 'file' }
import rows from './rows.js' with { type: 'file' }
import seen from './seen.js' with { type: 'file' }
import slide from './slide.js' with { type: 'file' }
import baseStyles from './styles/base.css' with { type: 'file' }
import chartsStyles from './styles/charts.css' with { type: 'file' }
import componentsStyles from './styles/components.css' with { type: 'file' }
import clientPage from './styles/pages/client.css' with { type: 'file' }
import clientsPage from './styles/pages/clients.css' with { type: 'file' }
import creditsPage from './styles/pages/credits.css' with { type: 'file' }
import documentPage from './styles/pages/document.css' with { type: 'file' }
import newPushPage from './styles/pages/new-push.css' with { type: 'file' }
import portalPage from './styles/pages/portal.css' with { type: 'file' }
import pushPage from './styles/pages/push.css' with { type: 'file' }
import resultsPage from './styles/pages/results.css' with { type: 'file' }
import revenuePage from './styles/pages/revenue.css' with { type: 'file' }
import settingsPage from './styles/pages/settings.css' with { type: 'file' }
import suppliersPage from './styles/pages/suppliers.css' with { type: 'file' }
import todayPage from './styles/pages/today.css' with { type: 'file' }
import printStyles from './styles/print.css' with { type: 'file' }
import shellStyles from './styles/shell.css' with { type: 'file' }
import utilitiesStyles from './styles/utilities.css' with { type: 'file' }
import tryIt from './try.js' with { type: 'file' }
import undo from './undo.js' with { type: 'file' }
import font from './vendor/inter-latin.woff2' with { type: 'file' }
import fontExtended from './vendor/inter-latin-ext.woff2' with { type: 'file' }
import words from './words.js' with { type: 'file' }

export type Asset = { body: Uint8Array; gzip?: () => Uint8Array; type: string; immutable: boolean }
export type AssetName =
  | 'inter.woff2'
  | 'interext.woff2'
  | 'icons.svg'
  | 'favicon.svg'
  | 'plain.svg'
  | 'app.js'
  | 'passkey.js'
  | 'app.css'
  | 'prefetch.json'

type Made = { byPath: Map<string, Asset>; addresses: Map<AssetName, string> }
let made: Made | undefined
const all = (): Made => (made ??= make())

/**
 * By path, `/app/a/<name>.<hash>.<ext>`. The name changes with the content, so each may be kept for ever. They are made
 * at the first page, for a start does not need them.
 */
export const assets = (): ReadonlyMap<string, Asset> => all().byPath

/** The address of an asset for a page. */
export function href(name: AssetName): string {
  return all().addresses.get(name)!
}

/** Pages of the workspace are fetched when the pointer rests on their link; files are not. */
const PREFETCH = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/app/w/*' },
          { not: { href_matches: '/app/w/*/*csv*' } },
          { not: { selector_matches: '[download], [data-do]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
}

const SCRIPT = 'text/javascript; charset=utf-8'
const SVG = 'image/svg+xml'
// For an agency without a logo.
const PLAIN =
  '<rect width="32" height="32" rx="7" fill="#6d7a73"/><path d="M9 11h14M9 16h14M9 21h9" stroke="#fff" stroke-width="2.4"/>'
/** The first names the order of the layers, so the others may come in any. */
const STYLES = [
  baseStyles,
  shellStyles,
  componentsStyles,
  chartsStyles,
  utilitiesStyles,
  printStyles,
  earlier,
  clientPage,
  clientsPage,
  creditsPage,
  documentPage,
  newPushPage,
  portalPage,
  pushPage,
  resultsPage,
  revenuePage,
  settingsPage,
  suppliersPage,
  todayPage,
]

function make(): Made {
  const byPath = new Map<string, Asset>()
  const addresses = new Map<AssetName, string>()
  const add = (name: AssetName, content: string | Uint8Array, type: string): string => {
    const body = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
    const hash = new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 12)
    const path = `/app/a/${name.replace(/\.(\w+)$/, `.${hash}.$1`)}`
    byPath.set(path, { body, gzip: type === 'font/woff2' ? undefined : zipped(body), type, immutable: true })
    addresses.set(name, path)
    return path
  }
  const fontPath = add('inter.woff2', readFileSync(font), 'font/woff2')
  // Fetched only by pages with a letter of its range.
  const extendedPath = add('interext.woff2', readFileSync(fontExtended), 'font/woff2')
  add('icons.svg', sprite().replace(/ \/> ?/g, '/>'), SVG)
  add('favicon.svg', text(favicon), SVG)
  add('plain.svg', `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${PLAIN}</svg>`, SVG)
  // One file, so that the extensions are registered before htmx starts.
  add(
    'app.js',
    [
      ...[htmx, ptag, sse].map(text),
      ...[words, app, charts, copy, drafts, fields, undo, apiEquivalent, last, picker, rows, seen, slide, tryIt].map(
        (own) => lean(text(own)),
      ),
    ].join(';\n'),
    SCRIPT,
  )
  // Asked for by the few pages that have a form of it.
  add('passkey.js', lean(text(passkey)), SCRIPT)
  const css = small(STYLES.map(text).join(''))
    .replaceAll('inter.woff2', basename(fontPath))
    .replaceAll('interext.woff2', basename(extendedPath))
  add('app.css', css + chipStyles(), 'text/css; charset=utf-8')
  add('prefetch.json', JSON.stringify(PREFETCH), 'application/speculationrules+json')
  return { byPath, addresses }
}

function zipped(body: Uint8Array<ArrayBuffer>): () => Uint8Array<ArrayBuffer> {
  let done: Uint8Array<ArrayBuffer> | undefined
  return () => (done ??= Bun.gzipSync(body, { level: 9 }))
}

/** Without comments and spaces that say nothing: a fifth less to send. */
function small(styles: string): string {
  return styles
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/;}/g, '}')
    .replace(/: /g, ':')
    .replace(/ !important/g, '!important')
}

/** The transpiler takes `minify`, which its type lacks. Names are all within a block, so that short ones meet nobody. */
const LEAN = { loader: 'js', minify: { whitespace: true, identifiers: true }, deadCodeElimination: false } as const

/** Without comments and spaces, and with short names: a third less to send. */
const lean = (script: string): string => new Bun.Transpiler(LEAN).transformSync(script)

/** Embedded as files, since text in the program takes several times its length. */
const text = (path: string): string => readFileSync(path, 'utf8')

function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
