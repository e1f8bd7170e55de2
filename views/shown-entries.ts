/** The entries and tabs that one visitor sees at one address, and which of them is current. */
import type { AnyOperation } from '../src/kernel/operation/operation.ts'
import type { Counts, Entry, Facts, TabOf } from './sections.ts'

/** What a visitor sees of the entries, at one address. */
export type Sight = {
  entries: readonly Entry[]
  /** `/app/w/{ws}` or `/app/platform`. */
  base: string
  path: string
  facts: Facts
  counts: Counts
  may: (operation: AnyOperation) => boolean
}

export type ShownTab = { title: string; href: string; count?: number | undefined; current: boolean }
export type ShownEntry = Pick<Entry, 'title' | 'icon' | 'key' | 'aside'> & ShownTab & { tabs: readonly ShownTab[] }

/** The entries with the tabs that the visitor may see; one without any is left out. */
export function entriesShown(sight: Sight): ShownEntry[] {
  const all = sight.entries.map((entry) => ({ entry, tabs: tabsShown(entry.tabs, sight) }))
  return all.flatMap(({ entry, tabs }) => {
    if (tabs.length === 0) return []
    const waiting = tabs.reduce((sum, { count = 0 }) => sum + count, 0)
    const { title, icon, key, aside } = entry
    const current = tabs.some((tab) => tab.current)
    return [{ title, icon, key, aside, href: tabs[0]!.href, count: waiting || undefined, current, tabs }]
  })
}

/** Of tabs that hold an address, the one with the longest path is current; of all entries, so that `/reports/clients` is one. */
export function tabsShown(tabs: readonly TabOf[], { entries, base, path, facts, counts, may }: Sight): ShownTab[] {
  const all = [...tabs, ...entries.flatMap((entry) => entry.tabs)]
  const under = path.slice(base.length)
  const held = path === base || path.startsWith(`${base}/`) ? all.filter((tab) => lengthHeld(tab, under) >= 0) : []
  const longest = held.toSorted((a, b) => lengthHeld(b, under) - lengthHeld(a, under))[0]?.under
  return tabs
    .filter((tab) => (!tab.may || may(tab.may)) && (tab.when?.(facts) ?? true))
    .filter((tab) => !tab.while_counted || (counts[tab.count!] ?? 0) > 0 || tab.under === longest)
    .map(({ title, under, count }) => ({
      title,
      href: `${base}${under}`,
      count: (count && counts[count]) || undefined,
      current: under === longest,
    }))
}

/** How much of the address a tab names; -1 where it does not hold it. */
const lengthHeld = ({ under, also = [] }: TabOf, path: string): number =>
  Math.max(-1, ...[under, ...also].filter((one) => holds(one, path)).map(({ length }) => length))

const holds = (under: string, path: string): boolean =>
  under === '' ? path === '' : path === under || path.startsWith(`${under}/`)
