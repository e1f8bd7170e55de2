import { hx } from '../parts/hx.ts'

/** With JavaScript (seen.js), a part of another page unfolds at a place of this one; without it, the link opens its page. */
export const unfolds = (href: string, part: string, at: string) => ({
  'data-unfold': at,
  'aria-expanded': 'false' as const,
  ...hx({ get: href.replace(/#.*/, ''), select: part, target: `[id="${at}"]`, swap: 'innerHTML' }),
})
