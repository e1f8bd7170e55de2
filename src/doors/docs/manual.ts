/** The pages of the operations manual, in their order. */
import { manualTexts } from '../../../docs/manual/texts.ts'

const PARTS = {
  'Use it': ['team', 'client', 'languages'],
  Install: ['install', 'proxy', 'settings', 'commands', 'mail', 'suppliers', 'search-console'],
  Maintenance: ['backups', 'upgrade', 'move', 'monitoring', 'troubleshooting'],
  'People and safety': ['sign-in', 'hardening', 'data-protection', 'support'],
  Reference: ['log', 'audit', 'answers'],
  Runbooks: [
    'runbook-key-lost',
    'runbook-key-leaked',
    'runbook-admin-left',
    'runbook-break-in',
    'runbook-double-billed',
    'runbook-old-backup',
  ],
} as const
type ManualPart = keyof typeof PARTS
export type ManualTopic = (typeof PARTS)[ManualPart][number]

export const manualParts = PARTS as Readonly<Record<ManualPart, readonly ManualTopic[]>>
export const manualTopics: readonly ManualTopic[] = Object.values(PARTS).flat()

/** The generated part, without the marks around it. */
export const manualText = (topic: ManualTopic): string => manualTexts[topic]!.replace(/^<!-- .* -->\n\n?/gm, '')

export const isManualTopic = (name: string): name is ManualTopic => (manualTopics as readonly string[]).includes(name)

/** The heading of a page, and the sentence below it that says its purpose. */
export function manualHead(topic: ManualTopic): { title: string; about: string } {
  const [, title, about] = /^# (.+)\n\n((?:.+\n)+)/.exec(manualText(topic))!
  return { title: title!, about: about!.trim().replaceAll('\n', ' ').replaceAll('`', '') }
}

const MANUAL = '/docs/manual'
export const manualHref = (topic?: ManualTopic, anchor?: string): string =>
  `${MANUAL}${topic ? `/${topic}` : ''}${anchor ? `#${anchor}` : ''}`

/** Where a link of a page leads, in the product: `backups.md#restore` is another page, `../cells.md` is a file of the sources. */
export function manualLink(href: string): string | null {
  const [, topic, anchor] = /^([\w-]+)\.md(?:#(.+))?$/.exec(href) ?? []
  if (topic === 'README') return manualHref()
  if (topic && isManualTopic(topic)) return manualHref(topic, anchor)
  return /^(https?:|mailto:|#|\/)/.test(href) ? href : null
}

/** A heading of a page with the paragraphs below it, up to the next heading; null where there is none. */
export function manualSection(topic: ManualTopic, anchor: string): { title: string; text: string } | null {
  for (const part of manualText(topic).split(/^## /m).slice(1)) {
    const [title = '', ...lines] = part.split('\n')
    if (title.toLowerCase().replaceAll(' ', '-') === anchor) return { title, text: lines.join('\n').trim() }
  }
  return null
}
