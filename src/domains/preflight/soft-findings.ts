import type { HtmlPage } from './html-facts.ts'
import { endOfText } from './html-head.ts'
import { normaliseUrl } from './url.ts'

/** `own` is the canonical form of the page's address; `base` is what its relative addresses begin with. */
type Subject = { own: string; truncated: boolean; base: string; canonical: string | null }

/**
 * What engines may make less of a page for, though nothing keeps it out: each a sentence on what was found and one on
 * what to do. Thresholds are ours; no engine publishes any.
 */
export function softFindings(page: Subject, html: HtmlPage): string[] {
  const findings: string[] = []
  const canonical = canonicalFinding(page.own, page.canonical)
  if (canonical) findings.push(canonical)
  const title = html.facts.title
  if (title && SAYS_NOT_FOUND.test(title))
    findings.push(
      `The title says that there is no page ("${shown(title)}"), yet the answer is 200. Answer 404, or mend the title.`,
    )
  const thin = page.truncated ? null : bodyFinding(html)
  if (thin) findings.push(thin)
  const alternates = alternatesFinding(page.own, html, page.base)
  if (alternates) findings.push(alternates)
  return findings
}

/** Addresses are canonical already; of the differences, the two that are mostly mistakes. */
function canonicalFinding(address: string, canonical: string | null): string | null {
  if (canonical === null || canonical === address) return null
  const [own, other] = [new URL(address), new URL(canonical)]
  if (own.protocol !== other.protocol && own.host === other.host && own.pathname === other.pathname)
    return `The page is ${own.protocol.slice(0, -1)}, its canonical address ${other.protocol.slice(0, -1)}. Write the scheme into it that the site is served by.`
  if (own.host !== other.host || own.pathname !== other.pathname) return null
  const dropped = [...new Set(own.searchParams.keys())].filter((name) => !other.searchParams.has(name))
  if (dropped.length === 0) return null
  const names = dropped.slice(0, 5).map((name) => name.slice(0, 40))
  return `The canonical address leaves out ${names.join(', ')}. Push the address without ${dropped.length > 1 ? 'them' : 'it'}.`
}

/** In the languages that most pages are written in. Words within a longer title about something else do not count. */
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

/** Characters of text below which a body is called empty, and thin. */
const THIN = 100

function bodyFinding({ text, body_at }: HtmlPage): string | null {
  const letters = body_at < 0 ? 0 : lettersFrom(text, body_at, THIN)
  if (letters >= THIN) return null
  if (letters > 0) return `The page has next to no text (${letters} characters). Write what it is about.`
  return 'The page has no text of its own before scripts run. Let the server send the text, so that every engine sees it.'
}

const WITHOUT_TEXT = /<(script|style|noscript|template|svg|iframe|textarea|select)(?=[\t\n\f\r />])/iy

/** Characters of text between tags, white space left out, counted up to `enough`; East Asian ones say as much as three. */
function lettersFrom(text: string, from: number, enough: number): number {
  let letters = 0
  for (let at = from; at < text.length && letters < enough; ) {
    const open = text.indexOf('<', at)
    const to = open < 0 ? text.length : open
    for (; at < to && letters < enough; at++) {
      const code = text.charCodeAt(at)
      if (code > 32 && code !== 0xa0) letters += code >= 0x2e80 ? 3 : 1
    }
    if (open < 0) break
    at = behindTag(text, open)
  }
  return letters
}

/** Behind a tag, a comment, or an element whose content nobody reads. */
function behindTag(text: string, open: number): number {
  WITHOUT_TEXT.lastIndex = open
  const name = WITHOUT_TEXT.exec(text)?.[1]
  if (text.startsWith('<!--', open)) return behind(text, '-->', open)
  const tag = behind(text, '>', open)
  if (!name) return tag
  const end = endOfText(text, tag, name.toLowerCase())
  return end < 0 ? text.length : end
}

function behind(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at < 0 ? text.length : at + what.length
}

/** Google: "Each language version must list itself as well as all other language versions." */
function alternatesFinding(url: string, { facts }: HtmlPage, base: string): string | null {
  if (facts.alternates.length === 0) return null
  const own = facts.alternates.some(({ href }) => {
    const resolved = URL.parse(href, base)
    const normalised = resolved && normaliseUrl(resolved.href)
    return normalised?.ok && normalised.url === url
  })
  if (own) return null
  return `The page names ${facts.alternates.length} language versions (hreflang), but not itself among them. Add the page's own address and language.`
}

const shown = (title: string): string => title.replace(/\s+/g, ' ').trim().slice(0, 80)
