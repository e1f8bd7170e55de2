/** The column of a table that holds the links to push. */

/** A cell with one address and nothing else; a formula of a sheet counts by its address. */
const ADDRESS = /^\s*[<"']?https?:\/\/\S+\s*$/i
const FORMULA = /^\s*=hyperlink\(\s*"https?:\/\//i
export const isAddress = (cell: string): boolean => ADDRESS.test(cell) || FORMULA.test(cell)

export type Column = {
  index: number
  /** Its header; empty without one. */
  name: string
  /** Columns that were not read, and those of them with addresses. */
  others: number
  also: string[]
}

/**
 * Headers of columns with links, those first that name what people push where a table has several. In a list of
 * backlinks that is the page with the link (Ahrefs, Semrush, Majestic, Search Console), in a crawl the page itself.
 */
const NAMES = `
  referring page url|referring page|linking page|source url|source page|backlink|backlinks|backlink url|linking url|live url|live link|placement url
  address|url|urls|loc|link|links|page url|page address|full page url|full url|page location|landing page url|permalink
  current url|new url|final url|new|to
  top pages|pages|page|landing page|landing page + query string|website|web address|site url|href
  häufigste seiten|die häufigsten seiten|top-seiten|seiten|seite|zielseite|adresse|seiten-url|verlinkende seite
  pages les plus populaires|principales pages|pages les plus fréquentes|page de destination|lien|liens|adresse url|page avec liens
  páginas principales|páginas|página|página de destino|enlace|enlaces|dirección url|dirección|página con enlaces
  pagine principali|pagine più frequenti|pagine|pagina|pagina di destinazione|indirizzo|collegamento|pagina con link
  populairste pagina's|toppagina's|pagina's|bestemmingspagina|koppeling|adres
  najpopularniejsze strony|najczęstsze strony|strony|strona|strona docelowa|adres url|odnośnik
  páginas mais acessadas|principais páginas|página de entrada|endereço|ligação
  上位のページ|ページ|リンク元ページ|ランディング ページ|アドレス|リンク
  人気のページ|热门网页|网页|链接|网址|熱門網頁|網頁|連結|網址
  популярные страницы|самые популярные страницы|страницы|страница|ссылка|адрес
  en popüler sayfalar|sayfalar|sayfa|bağlantı
  populäraste sidorna|sidor|sida|länk|mest populære sider|sider|side|lenke|suosituimmat sivut|sivut|sivu|linkki
  nejčastější stránky|stránky|stránka|odkaz|인기 페이지|페이지|링크|주소
`
const RANKS = new Map(
  NAMES.trim()
    .split(/[|\n]/)
    .map((name, rank) => [name.trim(), rank]),
)
const SOUNDS_RIGHT =
  /(^|[^\p{L}])(url|uri|link|page|address|adresse|seite|lien|página|pagina|strona|permalink|href|backlink)s?($|[^\p{L}])/iu
/** Columns with addresses that nobody pushes while there is another. */
const OTHER_THINGS =
  /image|img|thumb|photo|picture|logo|icon|canonical|redirect|previous|old|target|destination|anchor|amp|hreflang|referrer|sitemap|domain|favicon|video|pdf|api|feed|next|prev|parent|avatar|author|bild|indexab/i

const headerOf = (cell: string): string =>
  cell
    .trim()
    .replace(/^["']|["']$/g, '')
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .normalize('NFC')

export const isKnownHeader = (cell: string): boolean => RANKS.has(headerOf(cell))

/** A date of the last change, if a column names one. */
export const lastmodIn = (header: readonly string[]): number =>
  header.findIndex((name) =>
    /^(lastmod|last[ _-]?modified|modified|modified[ _-](at|date)|updated|updated[ _-]at|dateModified)$/i.test(
      name.trim(),
    ),
  )

const [KNOWN, SOUNDS, PLAIN, OTHER] = [0, 1000, 2000, 3000]

export const soundsRight = (cell: string): boolean => isKnownHeader(cell) || SOUNDS_RIGHT.test(cell)

function rankOf(name: string): number {
  const known = RANKS.get(headerOf(name))
  if (known !== undefined) return KNOWN + known
  if (OTHER_THINGS.test(name)) return OTHER
  return SOUNDS_RIGHT.test(name) ? SOUNDS : PLAIN
}

/** Chooses by header, then by how many addresses there are and how many of them differ, then from the left. */
export function columnOf(header: readonly string[] | null, rows: readonly string[][]): Column | null {
  const width = Math.max(header?.length ?? 0, ...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, index) => {
    const held = rows.flatMap((row) => (isAddress(row[index] ?? '') ? [row[index]!.trim()] : []))
    const name = header?.[index]?.trim() ?? ''
    return { index, name, filled: held.length, different: new Set(held).size, rank: header ? rankOf(name) : PLAIN }
  })
  const most = Math.max(0, ...columns.map(({ filled }) => filled))
  if (most === 0) return null
  const sure = columns.filter(({ filled }) => filled * 2 >= most)
  const [best] = sure.sort((a, b) => a.rank - b.rank || b.different - a.different || a.index - b.index)
  const rest = columns.filter(
    ({ index, name, filled }) => index !== best!.index && (name !== '' || filled > 0 || hasCell(rows, index)),
  )
  const also = rest.filter(({ filled }) => filled > 0).map(({ name, index }) => name || `Column ${index + 1}`)
  return { index: best!.index, name: best!.name, others: rest.length, also }
}

const hasCell = (rows: readonly string[][], index: number): boolean =>
  rows.some((row) => (row[index] ?? '').trim() !== '')
