/** Numbers on a page by what they are called: in dials, in columns of tables and in lists of facts. */
export type ToldNumber = { label: string; value: string; door: boolean }

const words = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<span class="(?:sub|vh)[^"]*">.*?<\/span>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A count with its sign; a share, an amount of money, a date or a word is none, and nothing is behind a zero. */
const isCount = (text: string): boolean => /^[+−-]?\d[\d,]*( index| check)?$/.test(text) && !/^[+−-]?0$/.test(text)

/** Every number in `main` that has a label. */
export function numbersIn(main: string): ToldNumber[] {
  const told = (label: string, html: string): ToldNumber => ({
    label: words(label),
    value: words(html),
    door: /<a /.test(html),
  })
  const dials = [...main.matchAll(/<p class="label">(.*?)<\/p><p class="value">(.*?)<\/p>/gs)].map(([, label, value]) =>
    told(label!, value!),
  )
  const facts = [...main.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, label, value]) => told(label!, value!))
  // Heads of a heat map and of a calendar are dates: cohorts.test.ts and doors.test.ts open their cells. The table of a
  // chart says again what its lines show.
  const shown = main.replace(/<div class="vh"><table>.*?<\/table>/gs, '')
  const cells = [...shown.matchAll(/<table(?! class="(?:heat|cal)\b).*?<\/table>/gs)].flatMap(([table]) =>
    cellsOf(table, told),
  )
  return [...dials, ...facts, ...cells].filter(({ value }) => isCount(value))
}

function cellsOf(table: string, told: (label: string, html: string) => ToldNumber): ToldNumber[] {
  const [head = ''] = /<thead>.*?<\/thead>/s.exec(table) ?? []
  const labels = [...head.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map(([, label]) => label!)
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].flatMap(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell], at) => told(labels[at] ?? '', cell!)),
  )
}
