/** The HTML document around every page. It needs raw(), because a doctype is not an element. */

import { ENGLISH, languageOf, type Reader } from '../src/kernel/language/reader.ts'
import { say } from '../src/kernel/language/say.ts'
import { type Separator, separatorOf } from '../src/kernel/operation/csv.ts'
import { href } from '../static/index.ts'
import type { Child } from './jsx/elements.ts'
import type { Html } from './jsx/html.ts'
import { raw } from './jsx/runtime.ts'

export type Preferences = {
  theme: 'system' | 'light' | 'dark'
  density: 'cosy' | 'compact'
  keys: boolean
  api?: boolean
  /** Separator of CSV files; none where the language decides. */
  separator?: Separator | null
}

export const DEFAULT_PREFERENCES: Preferences = { theme: 'system', density: 'cosy', keys: true }

/** Preferences are cookies, so that the server draws them without a flash. Unknown values are the default. */
export function preferencesFrom(cookies: Readonly<Record<string, string | undefined>>): Preferences {
  return {
    theme: cookies.theme === 'light' || cookies.theme === 'dark' ? cookies.theme : 'system',
    density: cookies.density === 'compact' ? 'compact' : 'cosy',
    keys: cookies.keys !== 'off',
    api: cookies.api === 'on',
    separator: separatorOf(cookies.separator),
  }
}

/** The cookie that keeps a preference in this browser for a year; without a value it is forgotten. */
export const keptPreference = (name: string, value: string | null): string =>
  `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : 31536000}; SameSite=Lax`

/** The brand of the product or of a workspace; `css_href` is the stylesheet of its accent. */
export type Brand = { name: string; logo_url?: string | null; css_href?: string | null }

export const SIGNALPOST: Brand = { name: 'Signalpost' }

type DocumentProps = {
  title: string
  brand: Brand
  /** The reader of a translated page; others are English. */
  to?: Reader | undefined
  preferences: Preferences
  noindex?: boolean
  /** Seconds until a browser without JavaScript reloads the page. */
  refresh?: number
  children?: Child
}

export function Document({ to = ENGLISH, title, brand, preferences, noindex, refresh, children }: DocumentProps): Html {
  const theme = preferences.theme === 'system' ? undefined : preferences.theme
  const page = (
    <html
      lang={languageOf(to)}
      data-theme={theme}
      data-density={preferences.density === 'compact' && 'compact'}
      data-keys={!preferences.keys && 'off'}
      data-api={preferences.api && 'on'}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === brand.name ? title : `${title} · ${brand.name}`}</title>
        <link rel="preload" as="font" type="font/woff2" href={href('inter.woff2')} crossorigin="anonymous" />
        <link rel="stylesheet" href={href('app.css')} />
        {brand.css_href && <link rel="stylesheet" href={brand.css_href} />}
        <Favicon brand={brand} />
        <meta name="htmx-config" content={HTMX} />
        {noindex && <meta name="robots" content="noindex" />}
        {refresh && (
          <noscript>
            <meta http-equiv="refresh" content={String(refresh)} />
          </noscript>
        )}
        <script src={href('app.js')} defer></script>
      </head>
      <body>
        <a class="skip" href="#main">
          {say(to, 'Skip to content')}
        </a>
        {children}
      </body>
    </html>
  )
  return raw(`<!doctype html>${page}`)
}

/** Only pages under the product's brand show its logo. */
const Favicon = ({ brand }: { brand: Brand }) =>
  brand.logo_url ? (
    <link rel="icon" href={brand.logo_url} />
  ) : (
    <link rel="icon" type="image/svg+xml" href={href(brand === SIGNALPOST ? 'favicon.svg' : 'plain.svg')} />
  )

/** Refused requests do not change the page, except 422, which carries the form with its errors. */
const HTMX = JSON.stringify({
  noSwap: [204, 304, 401, 402, 403, 404, 409, 413, 429, '5xx'],
  extensions: 'lockdown,ptag,sse',
  // Folds stay as the visitor left them.
  morphIgnore: ['data-htmx-powered', 'open'],
  includeIndicatorCSS: false,
})
