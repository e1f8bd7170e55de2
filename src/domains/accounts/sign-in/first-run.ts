import Type, { type Static } from 'typebox'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { writeAudit } from '../../../kernel/operation/audit.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { conflict, invalid, notFound } from '../../../kernel/operation/fault.ts'
import { Email, parser, Secret } from '../../../kernel/operation/shape.ts'
import { DAY, dayOf, plus } from '../../../kernel/time/clock.ts'
import { grantPlanPeriod, startCalendar } from '../../credits/index.ts'
import { planNamed, subscribe } from '../../plans/index.ts'
import { createTenant, TenantName } from '../../tenants/index.ts'
import { callerIn } from '../access.ts'
import { putMember } from '../members.ts'
import { faultOfNewPassword } from '../passwords/password-rules.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { PersonName } from '../shapes.ts'
import { createUser, hasUsers } from '../users.ts'
import { useSetupLink } from './setup-links.ts'

/** Input of the first person. */
export const FirstRun = Type.Object({
  workspace: TenantName,
  name: PersonName,
  email: Email(),
  password: Secret({ title: 'Password' }),
})

type Options = {
  /** Token of the one-time link: the page has one, the command line needs none. */
  token?: string
  ip?: string | null
  /** Creates the first API key in the same transaction, and returns its secret. */
  makeKey?: (tx: Tx, caller: Caller) => string
}

type CreatedInstall = { user_id: string; tenant_id: string; api_key?: string }

const PLAN = 'agency_scale'
const PERIOD = 30 * DAY

/**
 * Sets up a fresh install: a platform admin who owns the root workspace, an agency on the largest plan with one period
 * of its credits. 409 once the install has users, 404 for a link that no longer works, 422 for invalid input.
 */
export async function firstRun(
  app: Pick<App, 'config' | 'db' | 'catalog'>,
  given: Static<typeof FirstRun>,
  { token, ip = null, makeKey }: Options = {},
): Promise<CreatedInstall> {
  const { value, issues } = parse(given)
  const weak = faultOfNewPassword(app.config, given.password ?? '', {
    email: given.email ?? '',
    name: given.name ?? '',
  })
  if (issues.length || weak) throw invalid(...issues, ...(weak ? [{ path: 'password', message: weak }] : []))
  if (app.db.read(hasUsers)) throw taken()
  const password_hash = await hashPassword(given.password)
  return app.db.write((tx) => {
    if (hasUsers(tx)) throw taken()
    if (token !== undefined && !useSetupLink(tx, token)) throw notFound('set-up link')
    return install(tx, app, { ...value!, password_hash }, { ip, makeKey })
  })
}

const parse = parser(FirstRun)

const taken = () => conflict('This install is set up already. Sign in instead.')

type Admin = Omit<Static<typeof FirstRun>, 'password'> & { password_hash: string }

function install(tx: Tx, app: Pick<App, 'catalog'>, admin: Admin, { ip = null, makeKey }: Options): CreatedInstall {
  const tenant = createTenant(tx, null, { name: admin.workspace.trim(), kind: 'agency' })
  const { email, password_hash } = admin
  const user = createUser(tx, { email, name: admin.name.trim(), password_hash, platform_admin: true, verified: true })
  putMember(tx, tenant.id, user.id, 'owner')
  subscribe(tx, tenant.id, { plan: PLAN })
  const period = { start: tx.now, end: plus(tx.now, PERIOD) }
  startCalendar(tx, tenant.id, period.end)
  grantPlanPeriod(tx, tenant.id, planNamed(app, PLAN), period, `${PLAN} from ${dayOf(tx.now)}`, user.email)
  const caller = callerIn(tx, user, 'session', tenant.id)!
  writeAudit(tx, caller, {
    action: 'first_run',
    tenant_id: tenant.id,
    target: user.id,
    after: { email: user.email, workspace: tenant.name },
    ip,
    request_id: null,
  })
  const ids = { user_id: user.id, tenant_id: tenant.id }
  return makeKey ? { ...ids, api_key: makeKey(tx, caller) } : ids
}
