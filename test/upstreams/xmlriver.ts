/**
 * XML River on loopback (xmlriver.com/apidoc, as read from public clients of Oct 2025 to May 2026): GET /search/xml for
 * Google and /search_yandex/xml for Yandex with `user` and `key`. The HTTP status is always 200: errors are codes in the
 * XML, 15 for an empty list, 31 and 42 for a wrong account, 200 for no money. A search costs 0.025 roubles. `results`
 * says what a query finds.
 */
import type { Time } from '../../src/kernel/time/clock.ts'
import { limited } from './samples.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type XmlRiverStandIn = StandIn & { roubles: number; searches: number }

export function xmlRiver(options: {
  now: () => Time
  user: string
  key: string
  roubles?: number
  results: (query: string) => string[]
}): XmlRiverStandIn {
  const { now, user, key, results } = options
  const state = { roubles: options.roubles ?? 100, searches: 0 }

  const handle = ({ path, query }: Received): Response => {
    if (query.user !== user) return xml('<error code="31">Пользователь не зарегистрирован на сервисе</error>')
    if (query.key !== key) return xml('<error code="42">Ключ, выданный при регистрации, содержит ошибку</error>')
    if (/^\/api\/get_balance\/(yandex\/)?$/.test(path)) return new Response(state.roubles.toFixed(3))
    if (path !== '/search/xml' && path !== '/search_yandex/xml') return new Response('', { status: 404 })
    if (!query.query) return xml('<error code="2">Задан пустой поисковый запрос</error>')
    if (state.roubles < PRICE) return xml('<error code="200">На вашем счету закончились деньги</error>')
    state.roubles -= PRICE
    state.searches += 1
    const links = results(query.query)
    return xml(links.length ? listOf(links) : '<error code="15">Отсутствуют результаты поиска</error>')
  }
  return Object.assign(state, standIn(now, limited('xmlriver', now, handle)))
}

const PRICE = 0.025

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const docOf = (link: string) =>
  `<group><doc><url>${escaped(link)}</url><title>Title <hlword>of</hlword> ${escaped(link)}</title></doc></group>`

const listOf = (links: string[]) =>
  `<found priority="all">${links.length}</found><results><grouping><page first="1" last="${links.length}">0</page>${links
    .map(docOf)
    .join('')}</grouping></results>`

const xml = (inner: string): Response =>
  new Response(
    `<?xml version="1.0" encoding="utf-8"?>\n<yandexsearch version="1.0"><response date="20261128T090000">${inner}</response></yandexsearch>`,
    { headers: { 'content-type': 'text/xml; charset=utf-8' } },
  )
