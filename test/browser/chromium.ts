/** Chromium, and what is looked for on every page it opens. */
import { existsSync, readFileSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { isLeftOut } from './transitions.ts'

/** The shell has no windows, so it takes half of the time. */
const CHROMIUM =
  process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync) ?? ''
export const HAS_CHROMIUM = existsSync(CHROMIUM)

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic']
/** A process for the next site, and the address bar's list, two pages in each window: half of the time of a test. */
const OFF = ['SpareRendererForSitePerProcess', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
/** Playwright turns these off itself; the browser reads only the last list. */
const OFF_ANYWAY = [
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...[
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
  ],
  ...['NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  ...['ThirdPartyStoragePartitioning'],
]

/** To compile a script well costs more than its one run on a page: without it axe takes two thirds of the time. */
export const FOR_TESTS = '--js-flags=--no-opt --no-maglev'

/** A browser of one's own. It has no time limit to start: that is what the tests' own limits are for. */
export const launch = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--in-process-gpu',
      '--renderer-process-limit=1',
      '--process-per-site',
      '--disable-site-isolation-trials',
      '--no-first-run',
      `--disable-features=${[...OFF, ...OFF_ANYWAY]}`,
      ...QUIET,
      ...more,
    ],
    timeout: 0,
  })

/** The longest a browser test may take, in milliseconds. It is for a browser that hangs, not for a slow machine. */
export const CAP = process.env.PAGES === 'all' ? 3_600_000 : 300_000

let shared: Promise<Browser> | undefined

/** The browser that all test files of a process share; it ends with the process. A test that hangs may have ended it. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = still()
  return shared!
}

/** Without motion unless a test asks for it: a dot that pulses is drawn sixty times a second. */
async function still(): Promise<Browser> {
  const browser = await launch(FOR_TESTS)
  const open = browser.newContext.bind(browser)
  browser.newContext = (options) => open({ reducedMotion: 'reduce', ...options })
  return browser
}

/** Closes what a test file opened in it. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}

/**
 * Keeps what a page complains of: errors and warnings, and what its content policy refused. A refused form is answered
 * with its status on purpose, and tests break some; the browser notes every such answer.
 */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    const expected = /status of (4\d\d|502)/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text())
  })
  page.on('pageerror', (error) => isLeftOut(error) || complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return complaints
}

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Those that a theme alone decides. */
export const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

const debuggers = new WeakMap<Page, Promise<CDPSession>>()

/** What axe finds in the page, or in those elements. It runs through the debugger: the page's own policy stays as it is. */
export async function violations(page: Page, rules = ALL_RULES, elements = 'document'): Promise<string[]> {
  if (!debuggers.has(page)) debuggers.set(page, page.context().newCDPSession(page))
  const client = await debuggers.get(page)!
  const ask = async (expression: string): Promise<unknown> => {
    const asked = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await client.send('Runtime.evaluate', asked)
    if (exceptionDetails) throw new Error(`axe: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`)
    return result.value
  }
  if (!(await ask('"axe" in globalThis'))) await ask(`void (()=>{${AXE}})()`)
  const told = await ask(
    `axe.run(${elements},{iframes:false,preload:false,selectors:false,runOnly:${JSON.stringify(rules)},resultTypes:['violations']}).then(r=>JSON.stringify(r.violations.map(v=>v.id+' '+v.nodes[0].html.slice(0,120))))`,
  )
  return JSON.parse(String(told))
}

/** What a page weighs: its own bytes as sent, those of all it is made of, its elements; and how far it moved by itself. */
export const weightOf = (page: Page) =>
  page.evaluate(async () => {
    let moved = 0
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value } of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean
        value: number
      })[])
        if (!hadRecentInput) moved += value
    }).observe({ type: 'layout-shift', buffered: true })
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    // What is asked for twice comes from the cache.
    const sizesOf = (type: string) => [
      ...new Map(
        performance.getEntriesByType(type).map((one) => [one.name, (one as PerformanceResourceTiming).encodedBodySize]),
      ).values(),
    ]
    const [own = 0] = sizesOf('navigation')
    return {
      own,
      all: own + sizesOf('resource').reduce((sum, size) => sum + size, 0),
      nodes: document.querySelectorAll('*').length,
      moved,
    }
  })

/** What one look at a page's structure finds wrong, at the width it has. */
export const flaws = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const wide = document.documentElement.scrollWidth - innerWidth
    if (wide > 0) found.push(`${wide} px sideways at ${innerWidth}`)
    const heads = document.querySelectorAll('h1').length
    if (heads !== 1) found.push(`${heads} h1`)
    if (document.querySelectorAll('main').length !== 1) found.push('no main')
    if ('pwned' in window) found.push('a name was executed')
    const scripted = document.querySelector(
      '[href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i]',
    )
    if (scripted) found.push(`an address that is a script: ${scripted.outerHTML.slice(0, 80)}`)
    return found
  })

/** Buttons and fields that the pointer does not reach: something else lies over their middle. Clipped ones are for readers of screens. */
export const buried = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'main :is(button, select, textarea, input:not([type=hidden], [tabindex="-1"]))',
    )
    const tag = (element: Element | null) => element?.outerHTML.slice(0, 100) ?? 'nothing'
    return [...controls].flatMap((control) => {
      const size = control.getBoundingClientRect()
      if (!control.checkVisibility({ visibilityProperty: true }) || size.width < 2 || size.height < 2) return []
      for (let at: Element | null = control; at; at = at.parentElement)
        if (getComputedStyle(at).clipPath !== 'none') return []
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { x, y, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      if (hit && (control.contains(hit) || hit.closest('label')?.control === control)) return []
      return `${tag(control)} lies under ${tag(hit)}`
    })
  })

/** Presses Tab so often; what had the focus without a ring of two pixels, out of view, or under a bar that stays. */
export async function unringed(page: Page, stops: number): Promise<string[]> {
  const found = new Set<string>()
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const wrong = await page.evaluate(() => {
      const elt = document.activeElement
      if (!elt || elt === document.body || elt.tagName === 'IFRAME') return null
      // A field with an icon or a foot in its frame has the ring around the frame, and a link that covers its row around the row.
      const frame = elt.closest('.search, .paste, .ask-f, .f')
      const styles = [getComputedStyle(elt), getComputedStyle(elt, elt.matches('.cover') ? '::after' : null)]
      const rung = [...styles, ...(frame ? [getComputedStyle(frame)] : [])].some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      )
      const { top, bottom, left, right } = elt.getBoundingClientRect()
      const seen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
      // Where one types into many lines, and of what is taller than the screen, the first is brought into view, else the middle.
      const is_tall = (height: number) => elt.tagName === 'TEXTAREA' || height > innerHeight
      const down = (height: number) => (is_tall(height) ? Math.min(12, height / 2) : height / 2)
      const bars = [...elt.getClientRects()].map(({ x, y, width, height }) => {
        for (let at = document.elementFromPoint(x + width / 2, y + down(height)); at; at = at.parentElement) {
          if (at.contains(elt) || elt.contains(at)) return null
          if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at.className || at.tagName
        }
        return null
      })
      const fault = rung ? (seen ? bars[0] && bars.every(Boolean) && `under ${bars[0]}` : 'out of view') : 'no ring'
      return fault ? `${fault}: ${elt.outerHTML.slice(0, 100)}` : null
    })
    if (wrong) found.add(wrong)
  }
  return [...found]
}
