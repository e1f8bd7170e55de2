/**
 * Lets axe judge what it has not judged yet, for most of what axe takes for a page is the same for all. Structure: the
 * elements of new kinds (`kinds.ts`). Contrast: the texts of which colour, size or background are new in this theme.
 */
import type { Page } from 'playwright-core'
import { RULES_OF_COLOURS, violations } from './chromium.ts'

export type Theme = 'light' | 'dark'

/** @param known kinds that were judged elsewhere, in both themes */
export function judge(known: ReadonlySet<string> = new Set()) {
  const structure = new Set(known)
  const colours = { light: new Set<string>(), dark: new Set<string>() }
  return async (page: Page, theme: Theme): Promise<string[]> => {
    const shown = await page.evaluate(kindsShown, null)
    const kinds = newTo(structure, shown.kinds)
    const texts = newTo(
      colours[theme],
      shown.texts.filter(([, kind]) => !known.has(kind)).map(([look]) => look),
    )
    if (kinds.length + texts.length === 0) return []
    // A page of much that is new is judged whole: what belongs to no element of it, such as its landmarks, as well.
    if (kinds.length > shown.kinds.length / 5) return violations(page)
    await page.evaluate(kindsShown, [...kinds, ...texts])
    return violations(page, kinds.length ? undefined : RULES_OF_COLOURS, 'globalThis.toJudge')
  }
}

/** Which of them were not known; they are from now on. */
function newTo(known: Set<string>, shown: string[]): string[] {
  const fresh = [...new Set(shown)].filter((one) => !known.has(one))
  for (const one of fresh) known.add(one)
  return fresh
}

type Shown = { kinds: string[]; texts: [look: string, kind: string][] }

/** Runs in the page: the kinds of all elements that are seen and the looks of all texts; keeps those sought in `toJudge`. */
function kindsShown(sought: string[] | null): Shown {
  const own = (element: Element): string => {
    const said = [...element.attributes].flatMap(({ name, value }) => {
      if (name === 'class') return value.split(' ')
      return ['role', 'type'].includes(name) ? [`${name}=${value}`] : name.startsWith('aria-') ? [name] : []
    })
    return said.length ? [element.localName, ...said.sort()].join('.') : ''
  }
  const names = new Map<Element, string>()
  const grounds = new Map<Element, string>()
  const kinds = new Set<string>()
  const texts: Shown['texts'] = []
  const wanted = new Set(sought)
  const kept: Element[] = []
  for (const element of document.querySelectorAll('*')) {
    const parent = element.parentElement
    const name = own(element)
    names.set(element, name || element.localName)
    if (!element.checkVisibility()) continue
    const style = getComputedStyle(element)
    const { color, fontSize, fontWeight, backgroundColor, backgroundImage, opacity, position } = style
    // What is out of the flow may lie over anything, so where it stands is a matter of what it is.
    const ground = [
      backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : backgroundColor,
      backgroundImage === 'none' ? '' : backgroundImage,
      opacity === '1' ? '' : opacity,
      position === 'static' || position === 'relative' ? '' : name,
    ].join('')
    const beneath = (parent && grounds.get(parent)) || ''
    grounds.set(element, ground ? `${beneath}/${ground}` : beneath)
    const kind = name || `${(parent && names.get(parent)) || ''}>${element.localName}`
    kinds.add(kind)
    const has = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    const line =
      element.localName === 'a' && parent ? `${style.textDecorationLine} in ${getComputedStyle(parent).color}` : ''
    const look =
      has || element.matches('input, textarea, select')
        ? `${color} ${fontSize} ${fontWeight} ${line} on ${grounds.get(element)}`
        : ''
    if (look) texts.push([look, kind])
    if ((wanted.has(kind) || wanted.has(look)) && !kept.some((other) => other.contains(element))) kept.push(element)
  }
  Object.assign(globalThis, { toJudge: kept })
  return { kinds: [...kinds], texts }
}
