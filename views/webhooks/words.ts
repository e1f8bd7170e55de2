import type { getWebhook } from '../../src/features/webhooks/operations/webhooks.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Chip } from '../parts/chips.tsx'
import { day } from '../parts/text/format.ts'

export type Hook = AnswerOf<typeof getWebhook>
type DeliveryWord = Parameters<typeof Chip>[0]

export const DELIVERY_WORDS: Record<Hook['recent'][number], DeliveryWord> = {
  delivered: { word: 'Delivered', icon: 'check', tone: 'ok' },
  waiting: { word: 'Waiting', icon: 'clock', tone: 'info' },
  dead: { word: 'Failed', icon: 'x', tone: 'bad' },
  held: { word: 'Held', icon: 'minus', tone: 'warn' },
}

export function hookState({ state, failing_since, delivered_at }: Hook): DeliveryWord {
  if (state === 'off') return { word: 'Off', icon: 'ban', tone: 'idle' }
  if (state === 'disabled') return { word: 'Turned off after failures', icon: 'triangle-alert', tone: 'bad' }
  if (failing_since) return { word: `Failing since ${day(failing_since)}`, icon: 'triangle-alert', tone: 'warn' }
  return delivered_at
    ? { word: 'Works', icon: 'check', tone: 'ok' }
    : { word: 'No event yet', icon: 'clock', tone: 'info' }
}

export const SCOPE_WORDS = {
  own: 'Only this workspace',
  tree: 'This workspace and its clients',
  platform: 'This install',
}

/** The last deliveries in words; a receiver that works gets one number. */
export function recentInWords(recent: Hook['recent']): string {
  if (recent.length === 0) return '–'
  const parts = (['delivered', 'waiting', 'held', 'dead'] as const)
    .map((state) => [state, recent.filter((one) => one === state).length] as const)
    .filter(([, n]) => n > 0)
  return parts.map(([state, n]) => `${n} ${DELIVERY_WORDS[state].word.toLowerCase()}`).join(', ')
}
