/**
 * A pasted list of 10,000 lines, split into links: of a bare split at line ends with the same check of each address. Each
 * kind of list in a row of its own, at the best of several runs: the whole time, and the longest step between two pauses.
 */
import { readList } from '../../src/domains/preflight/lists/read-list.ts'
import { normaliseUrl, takeUrls } from '../../src/domains/preflight/url.ts'
import { pacer } from '../../src/kernel/scheduling/pause.ts'

const LINES = 10_000
const RUNS = 12
const link = (i: number): string => `https://bakery.example/category-${i % 37}/a-page-with-a-long-name-${i}.html`
const lines = (line: (i: number) => string): string[] => Array.from({ length: LINES }, (_, i) => line(i))

const LISTS: Record<string, string> = {
  'a list': lines(link).join('\n'),
  'a table': ['Top pages,Clicks,CTR', ...lines((i) => `${link(i)},${i},"4,1 %"`)].join('\r\n'),
  Markdown: lines((i) => `- [Page ${i}](${link(i)})`).join('\n'),
  'one line': lines(link).join(', '),
}

type Paste = { name: string; read_ms: number; bare_ms: number; step_ms: number }

export async function pastes(): Promise<Paste[]> {
  const rows: Paste[] = []
  for (const [name, text] of Object.entries(LISTS)) {
    const row: Paste = { name, read_ms: Infinity, bare_ms: Infinity, step_ms: Infinity }
    for (let run = 0; run < RUNS; run++) {
      row.bare_ms = Math.min(row.bare_ms, bareMs())
      const { ms, step } = await readMs(text)
      row.read_ms = Math.min(row.read_ms, ms)
      row.step_ms = Math.min(row.step_ms, step)
    }
    rows.push(row)
  }
  return rows
}

async function readMs(text: string): Promise<{ ms: number; step: number }> {
  let [step, last] = [0, performance.now()]
  const pace = pacer()
  const breathe = async () => {
    step = Math.max(step, performance.now() - last)
    await pace()
    last = performance.now()
  }
  const began = performance.now()
  const { entries } = await readList(text, undefined, breathe)
  const end = performance.now()
  const { urls } = await takeUrls(entries)
  if (urls.length !== LINES) throw new Error(`${urls.length} of ${LINES} links read`)
  return { ms: end - began, step: Math.max(step, end - last) }
}

function bareMs(): number {
  const began = performance.now()
  const taken = LISTS['a list']!.split('\n').filter((line) => normaliseUrl(line).ok)
  if (taken.length !== LINES) throw new Error('not all read')
  return performance.now() - began
}
