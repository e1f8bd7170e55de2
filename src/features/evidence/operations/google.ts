import Type from 'typebox'
import { pathOfTenant } from '../../../domains/tenants/index.ts'
import { ListOf, list, listInput, when } from '../../../kernel/database/list.ts'
import { treeOf } from '../../../kernel/operation/caller.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../../kernel/operation/operation.ts'
import { Count, Moment, OwnTenantId, TreeTenantId } from '../../../kernel/operation/shape.ts'
import {
  AccountId,
  type AccountRow,
  accountsOnWire,
  CoverageShape,
  changeProperty,
  closedBecause,
  countInvites,
  coverageBelow,
  disconnectAccount,
  findAccount,
  findProperty,
  GoogleAccountShape,
  GooglePropertyShape,
  Indexing,
  type ListedProperty,
  makeInvite,
  PROPERTIES,
  PROPERTY_COLUMNS,
  PropertyId,
  propertiesBelow,
  propertiesOnWire,
  propertyChanges,
  Sitemaps,
  withdrawInvites,
} from '../index.ts'

export const connectGoogle = write({
  name: 'connect_google',
  route: 'POST /google/connect',
  role: 'admin',
  instead: 'a person, on the page Search engines',
  summary: 'Get an address where somebody lets a workspace read their Search Console, once, within 14 days.',
  description:
    'The person who opens it signs in at Google, and needs no account here. 409 while the operator has no client.',
  input: Type.Object({ tenant_id: Type.Optional(OwnTenantId), sitemaps: Sitemaps, indexing: Indexing }),
  output: Type.Object({ url: Type.String(), expires_at: Moment }),
  example: { tenant_id: 'ten_bakery' },
  faults: ['conflict'],

  handle({ tx, app, caller, changed }, { tenant_id = caller.tenant_id, sitemaps = false, indexing = false }) {
    const closed = closedBecause(tx, app)
    if (closed) throw conflict(closed)
    const made = makeInvite(tx, app, { tenant_id, sitemaps, indexing, caller })
    changed({ tenant_id, after: { sitemaps, indexing, expires_at: made.expires_at } })
    return made
  },
})

export const withdrawGoogleInvites = write({
  name: 'withdraw_google_invites',
  route: 'DELETE /google/invites',
  role: 'admin',
  instead: 'a person, on the page Search engines',
  summary: 'Withdraw the open invitations to connect Google of a workspace and those below it.',
  description: 'An invitation also ends with the role of the person or key that made it.',
  input: Type.Object({ tenant_id: Type.Optional(OwnTenantId) }),
  output: Type.Object({ tenant_id: Type.String(), withdrawn: Count() }),
  example: { tenant_id: 'ten_bakery' },

  handle({ tx, caller, changed }, { tenant_id = caller.tenant_id }) {
    const withdrawn = withdrawInvites(tx, pathOfTenant(tx, tenant_id)!)
    changed({ tenant_id, after: { withdrawn } })
    return { tenant_id, withdrawn }
  },
})

export const listGoogleAccounts = read({
  name: 'list_google_accounts',
  route: 'GET /google/accounts',
  role: 'admin',
  instead: 'a person, on the page Search engines',
  summary: 'Google accounts that are connected for your workspaces, and those whose consent is gone.',
  input: Type.Object({ ...listInput('connected_at'), tenant_id: Type.Optional(TreeTenantId) }),
  output: ListOf(GoogleAccountShape),
  example: {},

  handle({ tx, caller }, { tenant_id, ...page }) {
    const sorts = { connected_at: 'connected_at' }
    const where = [tenant_id ? when('tenant_id = ?', tenant_id) : treeOf(caller)]
    const found = list<AccountRow>(tx, { select: '*', from: 'google_accounts', where, sorts, tie: 'id' }, page)
    return { ...found, items: accountsOnWire(tx, found.items) }
  },
})

export const disconnectGoogle = outbound({
  name: 'disconnect_google',
  route: 'DELETE /google/accounts/{id}',
  role: 'admin',
  instead: 'a person, on the page Search engines',
  summary: 'Withdraw the consent of a Google account at Google, and forget it here with its properties.',
  description:
    'Its checks go to the paid engine. `revoked` false: Google did not answer, or the same person connected another workspace.',
  input: Type.Object({ id: AccountId }),
  output: Type.Object({ id: Type.String(), disconnected: Type.Boolean(), revoked: Type.Boolean() }),
  example: { id: 'gac_bakery' },
  subject: (tx, caller, { id }) => findAccount(tx, caller, id!),

  async handle({ app, subject, changed, write, signal }) {
    const revoked = await disconnectAccount(app, subject, write, signal)
    changed({ tenant_id: subject.tenant_id, before: { email: subject.email }, after: { revoked } })
    return { id: subject.id, disconnected: true, revoked }
  },
})

export const listGoogleProperties = read({
  name: 'list_google_properties',
  route: 'GET /google/properties',
  role: 'admin',
  instead: 'a person, on the page Search engines',
  summary: 'Properties of Search Console that connected accounts can read, and the workspaces that each serves.',
  input: Type.Object({
    ...listInput('site_url'),
    tenant_id: Type.Optional(TreeTenantId),
    account_id: Type.Optional(AccountId),
  }),
  output: ListOf(GooglePropertyShape),
  example: { account_id: 'gac_bakery' },

  handle({ tx, caller }, { tenant_id, account_id, ...page }) {
    if (account_id !== undefined) findAccount(tx, caller, account_id)
    const where = [
      tenant_id ? when('a.tenant_id = ?', tenant_id) : propertiesBelow(caller),
      account_id !== undefined && when('p.account_id = ?', account_id),
    ]
    const source = { select: PROPERTY_COLUMNS, from: PROPERTIES, where, sorts: { site_url: 'p.site_url' }, tie: 'p.id' }
    const found = list<ListedProperty>(tx, source, page)
    return { ...found, items: propertiesOnWire(tx, caller, found.items) }
  },
})

export const updateGoogleProperty = write({
  name: 'update_google_property',
  route: 'PATCH /google/properties/{id}',
  role: 'admin',
  instead: 'a person, on the page Search engines',
  summary:
    'Set which workspaces a property serves, what for, and how much of its day is left to its owner. What is left out stays.',
  input: Type.Object({ id: PropertyId, ...propertyChanges }),
  output: GooglePropertyShape,
  example: { id: 'gpr_bakery', reserve_pct: 40 },
  faults: ['conflict', 'not_found'],
  subject: (tx, caller, { id }) => findProperty(tx, caller, id!),

  handle({ tx, caller, subject, changed }, { id, ...given }) {
    const shown = () => propertiesOnWire(tx, caller, [findProperty(tx, caller, id)])[0]!
    const { links: _, ...before } = shown()
    changeProperty(tx, caller, subject, given)
    const after = shown()
    changed({ tenant_id: subject.tenant_id, before, after })
    return after
  },
})

export const getGoogleCoverage = read({
  name: 'get_google_coverage',
  route: 'GET /google/coverage',
  role: 'admin',
  instead: 'a person, on the page Search engines',
  summary: 'How many links of the last 28 days Google itself answers for: those inside a connected property.',
  input: Type.Object({ tenant_id: Type.Optional(TreeTenantId) }),
  output: CoverageShape,
  example: {},

  handle: ({ tx, app, caller }, { tenant_id }) => ({
    ...coverageBelow(tx, caller, tenant_id),
    closed: closedBecause(tx, app),
    invitations: countInvites(tx, pathOfTenant(tx, tenant_id ?? caller.tenant_id)!),
  }),
})
