import Type from 'typebox'
import { iconOf, removeIcon, wantIcon } from '../../domains/branding/index.ts'
import { hostsOfEach } from '../../domains/jobs/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Nullable, TenantId } from '../../kernel/operation/shape.ts'

const Icon = Type.Object({
  tenant_id: Type.String(),
  host: Type.String({ description: 'Host that it is fetched from' }),
  state: Type.Enum(['due', 'kept', 'none', 'removed'], { description: '`none`: the host has none that is usable' }),
})

const BY_PAGE = 'the page of the client in the web interface'

export const refreshTenantIcon = write({
  name: 'refresh_tenant_icon',
  route: 'POST /tenants/{id}/icon',
  role: 'admin',
  instead: BY_PAGE,
  summary: 'Fetch the icon of the first host of a workspace again, also after it was removed.',
  description:
    'PNG, JPEG, WebP or ICO of at most 64 KiB, encoded again as PNG of 64 pixels; no SVG. It is shown where the workspace has no logo.',
  input: Type.Object({ id: TenantId }),
  output: Icon,
  example: { id: 'ten_bakery' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, app, subject, changed }, { id }) {
    const [host] = hostsOfEach(tx, [subject], 1).get(id)!
    if (!host) throw conflict('The workspace has no host yet. Add an IndexNow site, or push a page of it.')
    const before = iconOf(tx, id)
    wantIcon(tx, app, id, host)
    changed({ tenant_id: id, before: { icon: before?.state ?? null }, after: { icon: 'due', host } })
    return { tenant_id: id, host, state: 'due' }
  },
})

export const removeTenantIcon = write({
  name: 'remove_tenant_icon',
  route: 'DELETE /tenants/{id}/icon',
  role: 'admin',
  proof: false,
  instead: BY_PAGE,
  summary: 'Remove the icon of a workspace, and fetch none for hosts that are added later.',
  input: Type.Object({ id: TenantId }),
  output: Type.Object({ tenant_id: Type.String(), removed: Type.Boolean(), host: Nullable(Type.String()) }),
  example: { id: 'ten_bakery' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, changed }, { id }) {
    const before = iconOf(tx, id)
    const removed = removeIcon(tx, id, before?.host ?? '')
    changed({
      tenant_id: id,
      before: { icon: removed ? (before?.state ?? null) : 'removed' },
      after: { icon: 'removed' },
    })
    return { tenant_id: id, removed, host: before?.host ?? null }
  },
})
