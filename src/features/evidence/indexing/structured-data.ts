/** Types of schema.org in a page, and its robots rules. It is read in steps: the page decides how long and odd it is. */
import { type Directive, metaDirectives } from '../../../domains/preflight/index.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'

/** Octets read in one step. An unfinished tag is read again with each piece, so that small ones take long. */
const PIECE = 64 * 1024

export type Marked = { has_posting: boolean; robots: Directive[] }

/** `has_posting`: JobPosting, or BroadcastEvent in a VideoObject. */
export async function markedIn(body: Uint8Array): Promise<Marked> {
  const robots: Directive[] = []
  const types = new Set<string>()
  const scripts: string[] = []
  let reads = false
  const rewriter = new HTMLRewriter()
    .on('meta[name]', {
      element(tag) {
        const name = tag.getAttribute('name')!.trim().toLowerCase()
        robots.push(...metaDirectives(name, tag.getAttribute('content') ?? ''))
      },
    })
    .on('[itemtype], [typeof]', {
      element(tag) {
        for (const name of ['itemtype', 'typeof'])
          for (const type of (tag.getAttribute(name) ?? '').split(/\s+/)) if (type) types.add(lastOf(type))
      },
    })
    .on('script', {
      element(tag) {
        reads = /^\s*application\/ld\+json\b/i.test(tag.getAttribute('type') ?? '')
        if (reads) scripts.push('')
      },
      text({ text }) {
        if (reads) scripts.push(`${scripts.pop()!}${text}`)
      },
    })
  await rewriter.transform(new Response(piecesOf(body))).arrayBuffer()
  const in_attributes = types.has('JobPosting') || (types.has('VideoObject') && types.has('BroadcastEvent'))
  return { has_posting: in_attributes || scripts.some(isPosting), robots }
}

function piecesOf(body: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      await pause()
      if (at >= body.length) return controller.close()
      controller.enqueue(body.subarray(at, at + PIECE))
      at += PIECE
    },
  })
}

/** `https://schema.org/JobPosting`, `schema:JobPosting` */
const lastOf = (type: string): string => type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf(':')) + 1)

function isPosting(text: string): boolean {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return false
  }
  // A list instead of recursion: the page decides how deep it is.
  const left: { value: unknown; video: boolean }[] = [{ value: found, video: false }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, video } = next
    if (typeof value !== 'object' || value === null) continue
    const types = [(value as { '@type'?: unknown })['@type']]
      .flat()
      .filter((type) => typeof type === 'string')
      .map(lastOf)
    if (types.includes('JobPosting') || (video && types.includes('BroadcastEvent'))) return true
    const within = video || types.includes('VideoObject')
    for (const inner of Object.values(value)) left.push({ value: inner, video: within })
  }
  return false
}
