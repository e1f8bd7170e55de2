/**
 * Lets axe judge what it has not judged yet: of each page the elements of new kinds, a kind being an element in its
 * parent with classes, role and ARIA attributes (`kinds.ts`). Half of what axe takes for a page is for its elements.
 */
import type { Page } from 'playwright-core'
import { RULES_OF_COLOURS, violations } from './chromium.ts'

export type Theme = 'light' | 'dark'

/** @param known kinds that were judged elsewhere */
export function judge(known: ReadonlySet<string> = new Set()) {
  const structure = new Set(known)
  const colours = { light: new Set(known), dark: new Set(known) }
  return async (page: Page, theme: Theme): Promise<string[]> => {
    const shown = await page.evaluate(kindsShown, null)
    const fresh = shown.filter((kind) => !structure.has(kind))
    const uncoloured = shown.filter((kind) => !colours[theme].has(kind))
    for (const kind of shown) {
      structure.add(kind)
      colours[theme].add(kind)
    }
    // A page of much that is new is judged whole: what belongs to no element of it, such as its landmarks, as well.
    if (fresh.length > shown.length / 5) return violations(page)
    const found: string[] = []
    if (fresh.length) found.push(...(await violations(page, undefined, await marked(page, fresh))))
    const left = uncoloured.filter((kind) => !fresh.includes(kind))
    if (left.length) found.push(...(await violations(page, RULES_OF_COLOURS, await marked(page, left))))
    return found
  }
}

/** Keeps the elements of these kinds where axe looks for them; says where. */
async function marked(page: Page, kinds: string[]): Promise<string> {
  await page.evaluate(kindsShown, kinds)
  return 'globalThis.toJudge'
}

/** Runs in the page: the kinds of all elements that are seen; given some, keeps their elements in `toJudge`. */
function kindsShown(sought: string[] | null): string[] {
  const own = (element: Element): string => {
    const said = [...element.attributes].flatMap(({ name, value }) => {
      if (name === 'class') return value.split(' ')
      return ['role', 'type'].includes(name) ? [`${name}=${value}`] : name.startsWith('aria-') ? [name] : []
    })
    return [element.localName, ...said.sort()].join('.')
  }
  const names = new Map<Element, string>()
  const kinds = new Set<string>()
  const kept: Element[] = []
  for (const element of document.querySelectorAll('*')) {
    const name = own(element)
    names.set(element, name)
    const kind = `${element.parentElement ? names.get(element.parentElement) : ''} > ${name}`
    if (!element.checkVisibility()) continue
    kinds.add(kind)
    if (sought?.includes(kind) && !kept.some((other) => other.contains(element))) kept.push(element)
  }
  Object.assign(globalThis, { toJudge: kept })
  return [...kinds]
}
