type Link = { url: string; state: string; indexed: string; fix: string | null; reason: string | null }
type Job = {
  name: string
  tenant_name: string
  type: string
  status: string
  note: string | null
  link_count: number
  simulated: boolean
  share_url: string | null
  outcome: {
    states: Record<string, number>
    indexed: Record<string, number>
    credits: Record<string, number>
    next_look_at: string | null
  }
  urls: Link[]
}

/** Links of one kind that are named; the rest are counted. */
const NAMED = 20

/** The result of a job, as a page of Markdown. */
export function reportText({ outcome, urls, ...job }: Job): string {
  const { indexed, states, credits } = outcome
  const lines = [
    `# ${job.name}`,
    '',
    `${job.tenant_name} · ${job.type === 'index' ? 'push' : 'check'} of ${job.link_count} links · ${job.status}${job.note ? ` (${job.note})` : ''}`,
    ...(job.simulated ? ['', '**Simulated: no real search engine had a part in it.**'] : []),
    '',
    `- Shown: ${indexed.yes ?? 0} · not shown: ${indexed.no ?? 0} · unknown: ${indexed.unknown ?? 0}`,
    `- By state: ${countsLine(states)}`,
    ...(job.type === 'index' ? [`- Credits: ${countsLine(credits)}`] : []),
    ...(outcome.next_look_at ? [`- Next check: ${outcome.next_look_at}`] : []),
    ...(job.share_url ? [`- To share: ${job.share_url}`] : []),
    ...part('Not shown', urls, ({ indexed }) => indexed === 'no'),
    ...part('Not sent', urls, ({ state }) => state === 'flagged' || state === 'failed'),
    ...part('Shown', urls, ({ indexed }) => indexed === 'yes'),
  ]
  return `${lines.join('\n')}\n`
}

const countsLine = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `${n} ${name.replaceAll('_', ' ')}`)
    .join(', ') || 'none'

function part(title: string, urls: Link[], belongs: (link: Link) => boolean): string[] {
  const links = urls.filter(belongs)
  if (links.length === 0) return []
  const named = links.slice(0, NAMED).map(({ url, fix, reason }) => {
    const why = (fix ?? reason)?.replaceAll('\n', ' ')
    return `- ${url}${why ? `: ${why}` : ''}`
  })
  const more = links.length > NAMED ? [`- and ${links.length - NAMED} more`] : []
  return ['', `## ${title}`, '', ...named, ...more]
}
