/** Paragraphs of the manual beside the forms of a workspace. */
import type { ManualTopic } from '../../src/doors/docs/manual.ts'

/** Keys are addresses of forms below `/app/w/:ws`; with a field's name behind it, of that field. Values are headings of `team.md`. */
const HELP_OF: Readonly<Record<string, string>> = {
  '/account': 'your-account',
  '/account/delete': 'your-account',
  '/account/email': 'your-account',
  '/account/factors/*': 'second-factor',
  '/account/password': 'your-account',
  '/audit/streams': 'audit-streams',
  '/audit/streams/*': 'audit-streams',
  '/branding': 'brand',
  '/branding/domain': 'own-domain',
  '/branding/look': 'brand',
  '/branding/workspace': 'brand',
  '/checks/new': 'check-a-page',
  '/clients': 'clients',
  '/clients credits': 'credits-and-refunds',
  '/clients hosts': 'indexnow-sites',
  '/clients role': 'people-and-roles',
  '/clients/*/credits': 'credits-and-refunds',
  '/clients/*/edit': 'clients',
  '/clients/*/place': 'places-of-checks',
  '/clients/*/portal': 'portal-of-a-client',
  '/clients/*/price': 'price-of-a-client',
  '/clients/*/transfer': 'credits-and-refunds',
  '/credits/*/reverse': 'correct-credits',
  '/credits/adjust': 'correct-credits',
  '/credits/buy': 'buy-credits',
  '/drafts/*/decline': 'approve-and-decline',
  '/indexnow': 'indexnow-sites',
  '/indexnow/*': 'indexnow-sites',
  '/keys': 'api-keys',
  '/keys role': 'people-and-roles',
  '/keys/*': 'api-keys',
  '/members': 'people-and-roles',
  '/members/security': 'second-factor',
  '/notifications/add': 'notifications',
  '/notifications/daily': 'daily-digest',
  '/notifications/events': 'notifications',
  '/notifications/leaders': 'notifications',
  '/push': 'push-links',
  '/reports/*/send': 'reports',
  '/reports/issues/*/words': 'reports',
  '/reports/recipients': 'recipients-of-reports',
  '/reports/recipients/*': 'recipients-of-reports',
  '/reports/schedule': 'schedule-of-reports',
  '/standing': 'standing-pushes',
  '/standing/*': 'standing-pushes',
  '/standing/hooks': 'deploy-hooks',
  '/standing/hooks/*': 'deploy-hooks',
  '/standing/hooks/*/secret': 'deploy-hooks',
  '/standing/new': 'standing-pushes',
  '/still-there': 'still-there',
  '/still-there/*/close': 'still-there',
  '/webhooks': 'webhooks',
  '/webhooks/*': 'webhooks',
  '/webhooks/verify': 'webhooks',
  '/write': 'write-to-a-client',
}

export const TEAM: ManualTopic = 'team'
export const helpAnchors: readonly string[] = Object.values(HELP_OF)

/** Base of the workspace and heading for a form, or one of its fields. */
export function helpOf(action: string, field?: string): { base: string; anchor: string } | null {
  const [, base, path] = /^(\/app\/w\/[^/]+)(\/[^?]*)/.exec(action) ?? []
  if (!base || !path) return null
  const key = field ? `${path} ${field}` : path
  const anchor = HELP_OF[key] ?? Object.entries(HELP_OF).find(([pattern]) => fits(pattern, key))?.[1]
  return anchor === undefined ? null : { base, anchor }
}

function fits(pattern: string, key: string): boolean {
  const [parts, given] = [pattern.split('/'), key.split('/')]
  return parts.length === given.length && parts.every((part, at) => part === '*' || part === given[at])
}
