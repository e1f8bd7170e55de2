/** What each role may do, and every action of the audit trail. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Sections } from '../../src/doors/docs/sections.ts'
import { features } from '../../src/features/index.ts'
import { EVENT_KINDS } from '../../src/kernel/audit/events.ts'
import { ROLES } from '../../src/kernel/operation/caller.ts'
import { type AnyOperation, changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { table } from './table.ts'

const ROOT = resolve(import.meta.dir, '../..')

const MEANS: Record<string, string> = {
  anybody: 'every signed-in person, API key and app',
  client_viewer: 'reads the workspace: a client, or a colleague with read access',
  member: 'pushes and checks links: a colleague',
  admin: 'manages the workspace: clients, members, API keys, credits',
  owner: 'also manages sign-in, security and the audit trail of the workspace',
  platform: 'operates the install: platform admins, in every workspace',
}
const roleOf = ({ role }: AnyOperation): string => role ?? 'anybody'

export function rolesText(): string {
  const roles = ['anybody', ...ROLES, 'platform']
  const of = (role: string) => operations.filter((one) => roleOf(one) === role)
  const rows = roles.map((role) => [`\`${role}\``, MEANS[role] ?? '', String(of(role).length)])
  const lists = roles
    .filter((role) => of(role).length > 0)
    .map((role) => {
      const names = of(role).map(({ name }) => `\`${name}\``)
      return `**${role}**: ${names.sort().join(', ')}.`
    })
  return [table(['role', 'who or what', 'operations that it adds'], rows), ...lists].join('\n\n')
}

/** Operations that leave a row: those that change something, reads of what is sensitive, and files. */
const leavesRow = (one: AnyOperation): boolean => changes(one) || !!one.sensitive || !!one.produces

export function auditTables(): string {
  const sections = new Sections(features.flatMap((one) => one.sections ?? []))
  const by = Map.groupBy(operations.filter(leavesRow), ({ path }) => sections.of(path))
  const of = sections.all.flatMap(({ name }) => {
    const rows = (by.get(name) ?? []).map((one) => [`\`${one.name}\``, one.summary, roleOf(one)])
    return rows.length ? [`### ${name}\n\n${table(['action', 'when', 'least role'], rows.sort(byName))}`] : []
  })
  const known = new Set(operations.map(({ name }) => name))
  const rows = otherActions()
    .filter((name) => !known.has(name))
    .map((name) => [`\`${name}\``, WHEN[name] ?? name.replaceAll('_', ' ')])
  return [...of, `### Without an operation\n\n${table(['action', 'when'], rows)}`].join('\n\n')
}

const byName = ([a]: string[], [b]: string[]): number => a!.localeCompare(b!, 'en')

/** Rows that no operation writes, as the sources name them. */
export function otherActions(): string[] {
  const files = [...new Bun.Glob('src/**/*.ts').scanSync(ROOT)].filter((path) => !path.startsWith('src/operations/'))
  const named = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    if (!/\bwrite(System)?Audit\(/.test(text)) return []
    const found = text.matchAll(
      /\baction: '(\w+)'|\bwriteSystemAudit\(\w+, '(\w+)'|\bACTION = '(\w+)'|\bnote\(tx, '(\w+)'/g,
    )
    return [...found].map(([, a, b, c, d]) => (a ?? b ?? c ?? d)!)
  })
  return [...new Set([...named, ...EVENT_KINDS])].sort()
}

const WHEN: Record<string, string> = {
  accept_invitation: 'a person accepted an invitation',
  anchor_audit: 'the anchor of the day was noted',
  confirm_sign_up: 'a person confirmed a sign-up',
  connect_app: 'a person connected an app by OAuth',
  connect_identity: 'an account was connected to an identity provider',
  disown_address: 'a person said that an account with their address is not theirs',
  end_sign_in: 'the identity provider of a person ended, and they got a letter',
  end_workspace_view: 'a platform admin ended "view as"',
  first_run: 'the first account was made',
  forget_audit: 'rows older than `SIGNALPOST_AUDIT_DAYS` were deleted',
  invalid_flood: 'a caller sent 50 or more invalid inputs in a minute',
  provider_sign_out: 'an identity provider ended sessions of a person',
  read: 'data that is sensitive was read',
  refused: 'a caller was refused: no right, or nothing there',
  reset_factors: '`signalpost factors` removed the factors of a person',
  reset_password: 'a person asked for a new password, or set one',
  revoke_api_key: 'a key was revoked automatically',
  sign_in: 'a person signed in',
  sign_in_failed: 'a sign-in failed; the reason is in `after`',
  signature_refused: 'a callback had a wrong signature',
  start_workspace_view: 'a platform admin began "view as"',
  stripe_event: 'an event of Stripe changed something',
  throttled: 'a caller went over a limit',
  verify_email: 'a person confirmed their address',
}
