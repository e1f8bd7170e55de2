import Type from 'typebox'
import { read, write } from '../../../kernel/operation/operation.ts'
import { TenantId } from '../../../kernel/operation/shape.ts'
import { closePortal, MOST_ORIGINS, openPortal, originIn, PortalShape, portalOf } from '../portal/portal.ts'

export const getPortal = read({
  name: 'get_portal',
  route: 'GET /tenants/{id}/portal',
  role: 'admin',
  instead: 'put_portal',
  summary: 'The public page of a workspace that answers whether one of its pages is indexed.',
  input: Type.Object({ id: TenantId }),
  output: PortalShape,
  example: { id: 'ten_bakery' },

  handle: ({ tx, app }, { id }) => portalOf(tx, app, id),
})

export const putPortal = write({
  name: 'put_portal',
  route: 'PUT /tenants/{id}/portal',
  role: 'admin',
  instead: 'get_tenant',
  summary: 'Switch the public page of a workspace on or off, and name the sites that may embed it.',
  description:
    'Anyone with its address reads the four figures of the workspace and the checks of a page that they paste. Switched off, the address never works again. Omitted fields stay as they are.',
  input: Type.Object({
    id: TenantId,
    enabled: Type.Boolean({ title: 'Portal on' }),
    origins: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), {
        title: 'Sites that may embed it',
        description: 'https:// addresses without a path; none: it cannot be embedded',
        maxItems: MOST_ORIGINS,
      }),
    ),
  }),
  output: PortalShape,
  example: { id: 'ten_bakery', enabled: true, origins: ['https://northwind.example'] },

  handle({ tx, app, changed }, { id, enabled, origins }) {
    const before = portalOf(tx, app, id)
    const named = origins ? [...new Set(origins.map((origin) => originIn(origin)))] : before.origins
    if (enabled) openPortal(tx, app, id, named)
    else closePortal(tx, id)
    const after = portalOf(tx, app, id)
    const logged = ({ enabled, origins }: typeof after) => ({ enabled, origins })
    changed({ tenant_id: id, before: logged(before as typeof after), after: logged(after as typeof after) })
    return after
  },
})
