/** Parts of a site, or sites, by gained pages. */
import { sectionOf } from '../../../domains/preflight/index.ts'

/** Pages of a report; `gained`: visible now, and not before their push. */
export type Tally = { total: number; visible: number; before: number; gained: number }
export type Section = { name: string; more: number; pages: Tally }

/** Sections with a line of their own; the rest is one line. */
const MOST = 7

/** The counts of a page's section, by host and first folder. */
export function tallyIn(sections: Map<string, Map<string, Tally>>, url: string): Tally {
  const { host, folder } = sectionOf(url)
  const folders = sections.get(host) ?? new Map<string, Tally>()
  sections.set(host, folders)
  const tally = folders.get(folder) ?? { total: 0, visible: 0, before: 0, gained: 0 }
  folders.set(folder, tally)
  return tally
}

/** For one site its first folders, for several the sites; largest first. */
export function sectionsOf(sections: ReadonlyMap<string, ReadonlyMap<string, Tally>>): Section[] {
  const [only] = sections.size === 1 ? [...sections.values()] : []
  const all = only
    ? [...only].map(([folder, pages]) => ({ name: folder === '/' ? 'Pages at the top' : folder, more: 0, pages }))
    : [...sections].map(([host, folders]) => ({ name: host, more: 0, pages: together([...folders.values()]) }))
  const sorted = all.toSorted((a, b) => b.pages.total - a.pages.total || (a.name < b.name ? -1 : 1))
  const rest = sorted.slice(MOST)
  if (rest.length < 2) return sorted
  return [
    ...sorted.slice(0, MOST),
    { name: 'All others', more: rest.length, pages: together(rest.map(({ pages }) => pages)) },
  ]
}

const together = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, { total, visible, before, gained }) => ({
      total: sum.total + total,
      visible: sum.visible + visible,
      before: sum.before + before,
      gained: sum.gained + gained,
    }),
    { total: 0, visible: 0, before: 0, gained: 0 },
  )
