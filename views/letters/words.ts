/** Subjects and texts that letters begin with; the person who sends one edits them. */

import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getIndexnowSite } from '../../src/operations/indexnow/sites.ts'
import type { listJobUrls } from '../../src/operations/jobs/links.ts'
import { many } from '../parts/text/format.ts'
import { flagWord } from '../parts/text/words.ts'

export type Words = { subject: string; text: string }

/** Characters that an e-mail takes, with some left for what is added. */
const MOST = 4600

export const letter = (subject: string, parts: readonly (string | false | null)[], name: string): Words => ({
  subject: subject.slice(0, 150),
  text: ['Hello,', ...parts, `Best regards\n${name}`].filter(Boolean).join('\n\n'),
})

/** Addresses one below the other, as many as fit in `room`, and the number of the others. */
export function listed(urls: readonly string[], total: number, room: number): string {
  const lines: string[] = []
  for (const url of urls) {
    if (lines.length > 0 && lines.join('\n').length + url.length > room) break
    lines.push(url.length > room ? `${url.slice(0, room)}…` : url)
  }
  return [...lines, ...(total > lines.length ? [`and ${total - lines.length} more`] : [])].join('\n')
}

type FlaggedLink = Pick<AnswerOf<typeof listJobUrls>['items'][number], 'url' | 'flags' | 'http_status' | 'fix'>

/** One letter about all flagged links of a push, by cause. */
export function aboutBlocked(links: readonly FlaggedLink[], total: number, name: string): Words {
  const groups = Map.groupBy(links, ({ flags, http_status }) => `${flags[0]} ${http_status ?? ''}`)
  const largest = [...groups.values()].toSorted((a, b) => b.length - a.length)
  const room = Math.floor(MOST / largest.length) - 200
  const causes = largest.map((some) => {
    const { flags, http_status, fix } = some[0]!
    const urls = some.map(({ url }) => url)
    return `${[flagWord(flags[0] ?? '', http_status), fix].filter(Boolean).join(': ')}\n${listed(urls, urls.length, Math.max(80, room))}`
  })
  const pages = `${many(total, 'page')} of your site cannot be indexed`
  const more = total > links.length && `These are the first ${links.length} of them.`
  return letter(
    pages,
    [`${pages}. We did not send ${total === 1 ? 'it' : 'them'} to search engines.`, ...causes, more],
    name,
  )
}

type Site = Pick<AnswerOf<typeof getIndexnowSite>, 'host' | 'key' | 'key_url'>

export function aboutKeyFile({ host, key, key_url }: Site, name: string): Words {
  const file = key_url.slice(key_url.lastIndexOf('/') + 1)
  return letter(
    `IndexNow key file for ${host}`,
    [
      `Please publish a text file on ${host}, so that search engines accept new pages at once (IndexNow).`,
      `File name: ${file}\nContent: ${key}\nAddress when it is published: ${key_url}`,
      'The file holds only the key, without spaces or HTML.',
    ],
    name,
  )
}
