/** What goes wrong on a page when real names and counts fill it. */
import type { Page } from 'playwright-core'

/** Looked for at the width that the page has: from 761 px on its tables have columns, below that rows of two lines. */
export const crowding = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number }
    const found: string[] = []
    const is_wide = innerWidth > 1080
    const wide = document.documentElement.scrollWidth - innerWidth
    if (wide > 0) found.push(`${wide} px sideways`)
    const said = (node: Node): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)
    const linesOf = (boxes: readonly Box[]): number => {
      const tops = boxes.map(({ top }) => top).sort((a, b) => a - b)
      return tops.filter((top, at) => at === 0 || top - tops[at - 1]! > 4).length
    }

    /** Where a box is seen: cut by all that clips it. Null where nothing of it is. */
    const seenOf = (box: Box, element: Element): Box | null => {
      let { left, right, top, bottom } = box
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowX === 'visible') continue
        const edge = at.getBoundingClientRect()
        left = Math.max(left, edge.left)
        right = Math.min(right, edge.right)
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
      }
      return right - left > 1 && bottom - top > 1 ? { left, right, top, bottom } : null
    }
    /** What lies over the page, or is for readers of screens alone. */
    const isApart = (element: Element, positions: readonly string[]): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { position, clipPath } = getComputedStyle(at)
        if (positions.includes(position) || clipPath !== 'none') return true
      }
      return false
    }
    const scrollsTo = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true
      return false
    }
    const placeOf = (element: Element): Element => {
      let at = element
      while (at.parentElement && /^(inline|contents)$/.test(getComputedStyle(at).display)) at = at.parentElement
      return at
    }

    const texts: { node: Text; element: Element; boxes: Box[] }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!
      if (!node.nodeValue?.trim() || element.closest('svg, option, template, script, noscript')) continue
      if (!element.checkVisibility({ visibilityProperty: true }) || isApart(element, [])) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()].flatMap((box) => seenOf(box, element) ?? [])
      // What lies beyond a part that scrolls is reached; beyond one that does not it is lost.
      const link = element.closest('a, button')
      if (boxes.length === 0 && link && !scrollsTo(link)) found.push(`a link that is cut off: ${said(link)}`)
      if (boxes.length > 0) texts.push({ node: node as Text, element, boxes })
    }

    for (const { node, element, boxes } of texts) {
      const text = node.nodeValue!
      // A count, and its noun beside it.
      if (is_wide && /^\s*[≈+−–$]?\d[\d,.]*%?( [a-z]+)?\s*$/.test(text) && linesOf(boxes) > 1)
        found.push(`a count on ${linesOf(boxes)} lines: ${said(node)}`)
      for (const { 0: count, index } of text.matchAll(/(?<![\w./-])\d[\d,]*(?:\.\d+)?%?(?![\w/-])/g)) {
        if (element.closest('.url, .id, code, pre')) break
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + count.length)
        if (linesOf([...range.getClientRects()]) > 1) found.push(`a broken count: ${count} in ${said(node)}`)
      }
      if (/^\s*[a-z]{3,20}\s*$/i.test(text) && linesOf(boxes) > 1) found.push(`a broken word: ${said(node)}`)
      // A level of the calendar stands beside its cell on purpose.
      for (const place of element.matches('.lvl') ? [] : [placeOf(element), element.closest('td, th')]) {
        const edge = place?.getBoundingClientRect()
        if (edge && boxes.some(({ left, right }) => left < edge.left - 2 || right > edge.right + 2))
          found.push(`out of its place: ${said(node)}`)
      }
      if (boxes.some(({ left, right }) => left < -1 || right > innerWidth + 1)) found.push(`out of view: ${said(node)}`)
    }

    const rows = texts
      .filter(({ element }) => !isApart(element, ['fixed', 'sticky']))
      .flatMap((text) => text.boxes.map((box) => ({ ...text, box })))
      .sort((a, b) => a.box.top - b.box.top)
    for (const [at, { box, node }] of rows.entries())
      for (let n = at + 1; n < rows.length && rows[n]!.box.top < box.bottom - 4; n++) {
        const other = rows[n]!
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const down = Math.min(box.bottom, other.box.bottom) - other.box.top
        if (other.node !== node && across > 2 && down > 4)
          found.push(`over each other: ${said(node)} | ${said(other.node)}`)
      }

    for (const name of document.querySelectorAll('main :is(.nm, .name)')) {
      const range = document.createRange()
      range.selectNodeContents(name)
      if (name.checkVisibility() && linesOf([...range.getClientRects()]) > 1)
        found.push(`a name on two lines: ${said(name)}`)
    }
    for (const scroller of document.querySelectorAll('main .scroll'))
      if (scroller.scrollWidth > scroller.clientWidth + 1 && (is_wide || !scroller.querySelector('.heat, .cal')))
        found.push(
          `a table ${scroller.scrollWidth - scroller.clientWidth} px wider than its place: ${scroller.getAttribute('aria-label')}`,
        )
    if (is_wide) {
      for (const row of document.querySelectorAll('main tbody tr'))
        if (row.getBoundingClientRect().height > 88)
          found.push(`a row ${Math.round(row.getBoundingClientRect().height)} px high: ${said(row)}`)
      for (const filters of document.querySelectorAll('main .filters')) {
        if (filters.getBoundingClientRect().height > 44) found.push('filters in several rows')
        for (const one of filters.querySelectorAll(':scope > :not(.search)')) {
          const { width } = one.getBoundingClientRect()
          if (width > 264) found.push(`a filter ${Math.round(width)} px wide: ${said(one)}`)
        }
      }
      const title = document.querySelector('main .head h1')
      const act = document.querySelector('main .head .actions > :last-child')
      if (title && act) {
        const range = document.createRange()
        range.selectNodeContents(title)
        const line = range.getClientRects()[0]!
        const button = act.getBoundingClientRect()
        const off = Math.abs((line.top + line.bottom) / 2 - (button.top + button.bottom) / 2)
        if (off > 6) found.push(`the act is ${Math.round(off)} px off the line of the title`)
      }
    }
    return [...new Set(found)]
  })
