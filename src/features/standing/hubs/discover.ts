/** The WebSub hub of a source: named by a header of its answer, else by the feed itself. */
import type { Fields } from '../../../kernel/web-fetch/http/head.ts'

/** `topic` is the address under which the hub knows the source. */
export type Hub = { hub: string; topic: string }

type FeedLinks = { hub: string | null; self: string | null }

const LINK = /<([^<>]{1,2000})>([^<>]{0,500})/g
const MOST_LENGTH = 2048

export function hubOf(address: string, headers: Fields, in_feed: FeedLinks): Hub | null {
  const by_header = linksIn(address, headers.get('link') ?? '')
  const hub = by_header.hub ?? in_feed.hub
  const topic = by_header.self ?? in_feed.self ?? address
  return hub && isWeb(hub) && isWeb(topic) ? { hub, topic } : null
}

function linksIn(address: string, header: string): FeedLinks {
  const links: FeedLinks = { hub: null, self: null }
  for (const [, url = '', more = ''] of header.matchAll(LINK)) {
    const rels = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(more)?.[1]?.toLowerCase().split(/\s+/) ?? []
    for (const rel of ['hub', 'self'] as const)
      if (rels.includes(rel)) links[rel] ??= URL.parse(url, address)?.href ?? null
  }
  return links
}

const isWeb = (url: string): boolean => /^https?:/.test(url) && url.length <= MOST_LENGTH
