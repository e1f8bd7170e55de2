import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { createScheduler } from '../src/doors/ops/scheduler.ts'
import { web } from '../src/doors/pages/web.ts'
import { handler } from '../src/doors/server.ts'
import { keepInstallLanguage } from '../src/kernel/language/install-language.ts'
import { site } from '../views/site.tsx'
import { browserOf } from './views/browser.ts'
import { crawlOffice, WALKERS } from './views/crawl-seed.ts'

const { office } = await crawlOffice()
const b = browserOf(office, WALKERS)
await b.visit('vera', '/app')
const serve = handler(office.app, createScheduler(office.app), { web: web(office.app, site) })
const server = Bun.serve({
  port: 0,
  fetch: (r: Request, s: any) => {
    const u = new URL(r.url)
    const h = new Headers(r.headers)
    h.set('host', 'localhost:8080')
    return serve(
      new Request(`http://localhost:8080${u.pathname}${u.search}`, { method: r.method, headers: h, body: r.body }),
      s,
    )
  },
})
const [name, value] = b.cookies.get('vera')!.split('=')
const base = '/app/w/ten_bakery'
const entry = office.db.read(
  (tx) => tx.row<{ id: string }>("select id from ledger where tenant_id = 'ten_bakery' order by id desc limit 1")!.id,
)
const paths: Record<string, string> = {
  overview: '',
  credits: '/credits',
  reserved: '/credits?panel=reserved',
  ledger: '/credits/ledger',
  entry: `/credits/${entry}`,
  account: '/account',
  ask: '/ask',
  missing: '/nothing',
}
const axe = readFileSync(Bun.resolveSync('axe-core', import.meta.dir).replace(/axe\.js$/, 'axe.min.js'), 'utf8')
const out = process.argv[2]!
const br = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
for (const language of ['qps', 'de', 'pl']) {
  keepInstallLanguage(office.db, language)
  for (const width of [390, 1360])
    for (const dark of [false, true]) {
      if (dark && language !== 'de') continue
      const c = await br.newContext({
        viewport: { width, height: 900 },
        colorScheme: dark ? 'dark' : 'light',
        bypassCSP: true,
      })
      await c.addCookies([{ name: name!, value: value!, domain: 'localhost', path: '/' }])
      const p = await c.newPage()
      for (const [n, path] of Object.entries(paths)) {
        office.clock.turn(20_000)
        const r = await p.goto(`http://localhost:${server.port}${base}${path}`)
        const seen = await p.evaluate(() => {
          const d = document.documentElement
          const wide = d.scrollWidth > d.clientWidth ? `WIDE ${d.scrollWidth}>${d.clientWidth}` : ''
          const cut = [...document.querySelectorAll('h1,h2,.btn,.nav a,.dock a,.dock button,.tabs a,.chip,label,dt,dd')]
            .filter((e) => {
              const s = getComputedStyle(e)
              const r = e.getBoundingClientRect()
              return (
                r.width > 1 &&
                s.overflowX !== 'visible' &&
                e.scrollWidth > e.clientWidth + 1 &&
                s.textOverflow !== 'ellipsis'
              )
            })
            .map((e) => `${e.tagName}.${e.className}:${e.textContent!.trim().slice(0, 30)}`)
          return { wide, cut, lang: d.lang }
        })
        let bad: string[] = []
        if (!dark || n === 'credits' || n === 'account') {
          await p.evaluate(axe)
          bad = await p.evaluate(async () =>
            (await (window as any).axe.run()).violations.map((v: any) => `${v.id}: ${v.nodes[0].html.slice(0, 90)}`),
          )
        }
        if (seen.wide || seen.cut.length || bad.length || r!.status() >= 500)
          console.log(language, width, dark, n, seen.lang, seen.wide, seen.cut.join(' | '), bad.join(' | '))
        await p.screenshot({ path: `${out}/${language}-${n}-${width}${dark ? '-dark' : ''}.png`, fullPage: true })
      }
      await c.close()
    }
}
console.log('done')
process.exit(0)
