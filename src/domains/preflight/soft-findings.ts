/** Findings that may lower a page's rank without keeping it out of the index: the fault, then the repair. */
import { type Said, said } from '../../kernel/language/say.ts'
import type { HtmlFacts, HtmlPage } from './html/facts.ts'
import { THIN } from './html/letters.ts'
import { normaliseUrl } from './url.ts'

/** Findings about the addresses of a page. `own` is its canonical address; relative ones resolve against `base`. */
export function addressFindings(
  page: { own: string; base: string; canonical: string | null },
  facts: HtmlFacts | null,
) {
  return [canonicalFinding(page.own, page.canonical), facts && alternatesFinding(page.own, facts, page.base)].filter(
    (finding) => finding !== null,
  )
}

/** Findings about the text of a page. The thresholds are ours; no engine publishes any. */
export function textFindings(html: HtmlPage, truncated: boolean): Said[] {
  const { title } = html.facts
  const findings: Said[] = []
  if (title && SAYS_NOT_FOUND.test(title))
    findings.push(
      said('The title says that there is no page ("{title}"), but the status is 200. Answer 404, or fix the title.', {
        title: shown(title),
      }),
    )
  const thin = truncated ? null : bodyFinding(html)
  if (thin) findings.push(thin)
  return findings
}

/** Whether nothing came but white space. */
export const isEmpty = ({ body }: { body: Uint8Array }): boolean =>
  body.length < MOST_BLANKS && body.every((octet) => octet <= 32)
const MOST_BLANKS = 1024

/** Google, "HTTP status codes": an empty page may be reported as a soft 404. */
export const emptyFinding = (status: number): Said =>
  said(
    'The page is empty ({status}), which search engines take for a missing page (soft 404). Send the page, or answer 404.',
    { status },
  )

/** Both addresses are canonical already; reports the two differences that are usually mistakes. */
function canonicalFinding(address: string, canonical: string | null): Said | null {
  if (canonical === null || canonical === address) return null
  const [own, other] = [new URL(address), new URL(canonical)]
  if (own.protocol !== other.protocol && own.host === other.host && own.pathname === other.pathname)
    return said('The page is {own}, its canonical address {other}. Use the scheme that the site is served with.', {
      own: own.protocol.slice(0, -1),
      other: other.protocol.slice(0, -1),
    })
  if (own.host !== other.host || own.pathname !== other.pathname) return null
  const dropped = [...new Set(own.searchParams.keys())].filter((name) => !other.searchParams.has(name))
  if (dropped.length === 0) return null
  const names = dropped.slice(0, 5).map((name) => name.slice(0, 40))
  return said(
    'The canonical address leaves out {names}. Push the address without {left_out, plural, one {it} other {them}}.',
    { names: names.join(', '), left_out: dropped.length },
  )
}

/** In the most common languages. The words must be most of the title: a title about something else may contain them. */
const SAYS_NOT_FOUND = new RegExp(
  `^\\W*(?:(?:error|http|fehler|erreur|errore?)\\W*)?404\\b|\\b(?:${[
    'page (?:was |is )?(?:not|could not be|cannot be) found',
    "page (?:does not|doesn't) exist",
    'seite (?:wurde )?nicht gefunden',
    'page (?:introuvable|non trouvée)',
    'p[áa]gina no encontrada',
    'p[áa]gina n[ãa]o encontrada',
    'pagina non trovata',
    'pagina niet gevonden',
  ].join('|')})|^\\W*not found\\b|(?:страница не найдена|找不到页面|页面不存在|ページが見つかりません)`,
  'i',
)

function bodyFinding({ letters }: HtmlPage): Said | null {
  if (letters >= THIN) return null
  if (letters > 0)
    return said('The page has almost no text ({letters} characters). Describe its subject in text.', { letters })
  return said('The page has no text before scripts run. Send the text from the server, so that every engine sees it.')
}

/** Google: "Each language version must list itself as well as all other language versions." */
function alternatesFinding(url: string, facts: HtmlFacts, base: string): Said | null {
  if (facts.alternates.length === 0) return null
  const own = facts.alternates.some(({ href }) => {
    const resolved = URL.parse(href, base)
    const normalised = resolved && normaliseUrl(resolved.href)
    return normalised?.ok && normalised.url === url
  })
  if (own) return null
  return said(
    "The page names {versions} language versions (hreflang), but not itself among them. Add the page's own address and language.",
    { versions: facts.alternates.length },
  )
}

const shown = (title: string): string => title.replace(/\s+/g, ' ').trim().slice(0, 80)
