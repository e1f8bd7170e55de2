/** Entries and tabs that a visitor sees at an address, with the current ones marked. */
import type { AnyOperation } from '../src/kernel/operation/operation.ts'
import type { Counts, MenuEntry, MenuFacts, TabOf } from './sections.ts'

/** Entries and rights of a visitor, at one address. */
export type MenuContext = {
  entries: readonly MenuEntry[]
  /** `/app/w/{ws}` or `/app/platform`. */
  base: string
  path: string
  facts: MenuFacts
  counts: Counts
  may: (operation: AnyOperation) => boolean
}

export type ShownTab = { title: string; href: string; count?: number | undefined; current: boolean }
export type ShownEntry = Pick<MenuEntry, 'title' | 'icon' | 'key' | 'aside'> & ShownTab & { tabs: readonly ShownTab[] }

/** Entries with their visible tabs; an entry without tabs is left out. */
export function entriesShown(sight: MenuContext): ShownEntry[] {
  const all = sight.entries.map((entry) => ({ entry, tabs: tabsShown(entry.tabs, sight) }))
  return all.flatMap(({ entry, tabs }) => {
    if (tabs.length === 0) return []
    const waiting = tabs.reduce((sum, { count = 0 }) => sum + count, 0)
    const { title, icon, key, aside } = entry
    const current = tabs.some((tab) => tab.current)
    return [{ title, icon, key, aside, href: tabs[0]!.href, count: waiting || undefined, current, tabs }]
  })
}

/** The tab with the longest matching path is current. Tabs of all entries compete, such as `/reports/clients`. */
export function tabsShown(
  tabs: readonly TabOf[],
  { entries, base, path, facts, counts, may }: MenuContext,
): ShownTab[] {
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

/** Length of the tab's path that matches; -1 if none does. */
const lengthHeld = ({ under, also = [] }: TabOf, path: string): number =>
  Math.max(-1, ...[under, ...also].filter((one) => holds(one, path)).map(({ length }) => length))

const holds = (under: string, path: string): boolean =>
  under === '' ? path === '' : path === under || path.startsWith(`${under}/`)
