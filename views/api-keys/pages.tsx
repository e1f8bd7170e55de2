import { KeyRole } from '../../src/domains/keys/index.ts'
import {
  type Asked,
  action,
  goTo,
  htmlResponse,
  page,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Role } from '../../src/kernel/operation/caller.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { createApiKey } from '../../src/operations/api-keys/create-api-key.ts'
import { deleteApiKey } from '../../src/operations/api-keys/delete-api-key.ts'
import { getApiKey } from '../../src/operations/api-keys/get-api-key.ts'
import { listApiKeys } from '../../src/operations/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../src/operations/api-keys/revoke-api-key.ts'
import { updateApiKey } from '../../src/operations/api-keys/update-api-key.ts'
import { domainOfCall } from '../branding.ts'
import type { Question } from '../parts/dialogs.tsx'
import { type FormSchema, fieldsOf } from '../parts/form.tsx'
import { askedOf } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { appPage, confirmPage, may, requireMay, zoneOf } from '../shell.tsx'
import { DELETE_KEY, KeyPage, type KeyPageProps } from './key.tsx'
import { Keys, type KeysProps, NewSecret, rolesUpTo } from './keys.tsx'

export const keyScreens: readonly Screen[] = [
  page('/keys', (call) => keysPage(call)),
  action('/keys', create),
  page('/keys/:id', (call) => keyPage(call)),
  action('/keys/:id', save),
  page('/keys/:id/replace', (call) =>
    ask(call, 'replace', {
      title: 'Replace this key?',
      body: 'A new key like this one is made. This one works for 24 hours more, and is then revoked by itself.',
      verb: 'Make the new key',
      tone: 'plain',
    }),
  ),
  action('/keys/:id/replace', (call) => made(call, { replaces: call.params.id })),
  page('/keys/:id/revoke', (call) =>
    ask(call, 'revoke', {
      title: 'Revoke this key?',
      body: 'Programs that use it are refused at once. It cannot be undone.',
      verb: 'Revoke key',
    }),
  ),
  action('/keys/:id/revoke', async (call) => {
    await call.call(revokeApiKey, { id: call.params.id })
    return goTo(`${call.base}/keys`, { text: 'The key is revoked.' })
  }),
  page('/keys/:id/delete', (call) => ask(call, 'delete', DELETE_KEY)),
  action('/keys/:id/delete', async (call) => {
    await call.call(deleteApiKey, { id: call.params.id })
    return goTo(`${call.base}/keys`, { text: 'The key is deleted.' })
  }),
]

async function keysPage(call: SignedInCall, more: Pick<KeysProps, 'values' | 'issues'> = {}) {
  const { base, caller, query } = call
  const props: KeysProps = {
    ...more,
    list: await call.call(listApiKeys, askedOf(listApiKeys, query), { here: true }),
    query,
    highest: may(call, createApiKey) ? caller.role : null,
    self: `${base}/keys`,
    idempotency_key: newId(),
    docs: !domainOfCall(call),
    zone: zoneOf(call),
  }
  return appPage(call, 'API keys', <Keys {...props} />)
}

/** What the person gave stands in the form again; a full plan is said there too. */
async function create(call: SignedInCall) {
  const { name, role, daily_credit_cap, approval_above, rate_per_min, rate_per_day } = call.form
  const values = { name, role, daily_credit_cap, approval_above, rate_per_min, rate_per_day }
  try {
    return await made(call, values)
  } catch (error) {
    const issues = issuesIn(error, ['plan_limit'])
    return htmlResponse(await keysPage(call, { values, issues }), (error as Fault).status)
  }
}

/** A form that is sent again, by a reload of its answer, shows the same key and makes no second one. */
async function made(call: SignedInCall, given: Asked<typeof createApiKey.input>) {
  const options = { idempotency_key: call.form.idempotency_key || undefined }
  const key = await call.call(createApiKey, given, options)
  const site = domainOfCall(call) ? null : call.app.config.site_url
  return appPage(
    call,
    'API keys',
    <NewSecret name={key.name} secret={key.secret} done_href={`${call.base}/keys`} site={site} />,
  )
}

const LIMITS = ['daily_credit_cap', 'approval_above', 'rate_per_min', 'rate_per_day'] as const

async function keyPage(call: SignedInCall, more: Pick<KeyPageProps, 'values' | 'issues'> = {}) {
  requireMay(call, updateApiKey)
  const of = await call.call(getApiKey, { id: call.params.id })
  const props: KeyPageProps = {
    ...more,
    of,
    edits: editsOf(call, of.role),
    list: `${call.base}/keys`,
    zone: zoneOf(call),
  }
  return appPage(call, of.name, <KeyPage {...props} />)
}

/** What can be changed of a key of this role, which stays to choose where it is above one's own. */
function editsOf({ caller }: SignedInCall, role: Role): FormSchema {
  const { properties, required = [] } = fieldsOf(updateApiKey.input, ['name', 'role', ...LIMITS])
  const roles = new Set([...rolesUpTo(caller.role), role])
  return { properties: { ...properties, role: { ...KeyRole, enum: [...roles] } }, required: [...required, 'role'] }
}

/** A limit that is left empty is the usual one again. */
async function save(call: SignedInCall) {
  const { name, role, ...form } = call.form
  const limits = Object.fromEntries(LIMITS.map((limit) => [limit, form[limit] || null]))
  try {
    await call.call(updateApiKey, { id: call.params.id, name: name ?? '', ...(role && { role }), ...limits })
    return goTo(`${call.base}/keys/${call.params.id}`, { text: 'Saved.' })
  } catch (error) {
    const issues = issuesIn(error, ['conflict', 'forbidden'])
    return htmlResponse(await keyPage(call, { values: { ...limits, name, role }, issues }), (error as Fault).status)
  }
}

async function ask(call: SignedInCall, name: string, question: Question) {
  requireMay(call, createApiKey)
  const key = await call.call(getApiKey, { id: call.params.id })
  const back = `${call.base}/keys`
  return confirmPage(call, question, {
    href: `${back}/${key.id}/${name}`,
    back,
    crumbs: [{ label: 'API keys', href: back }, { label: key.name }],
    fields: { idempotency_key: newId() },
  })
}
