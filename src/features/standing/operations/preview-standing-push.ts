import Type from 'typebox'
import {
  Address,
  Authorization,
  findPush,
  ifSource,
  PreviewShape,
  PushId,
  previewFor,
  ruleFields,
} from '../index.ts'
import { outbound } from '../../../kernel/operation/operation.ts'
import { OwnTenantId } from '../../../kernel/operation/shape.ts'

export const previewStandingPush = outbound({
  name: 'preview_standing_push',
  route: 'POST /standing-pushes/preview',
  role: 'member',
  harmless: true,
  summary: 'Preview of a standing push: reads the source, changes nothing. Free.',
  description:
    'With `id`, what the next run of that push would do, with other rules where given. Reads at most 20 files and 100,000 links.',
  input: Type.Object({
    address: Type.Optional(Address),
    id: Type.Optional(PushId),
    tenant_id: Type.Optional(OwnTenantId),
    authorization: Type.Optional(Authorization),
    rules: Type.Optional(Type.Partial(Type.Object(ruleFields), { additionalProperties: false })),
  }),
  output: PreviewShape,
  example: { address: 'https://bakery.example/sitemap.xml' },
  faults: ['rate_limited', 'validation_failed'],

  handle: ({ app, caller, read, signal }, { id, address, tenant_id, rules, authorization }) =>
    ifSource(() => {
      const row = id === undefined ? null : read((tx) => findPush(tx, caller, id))
      const asked = { reader: caller, row, address, authorization, rules, signal }
      return previewFor(app, { ...asked, tenant_id: tenant_id ?? caller.tenant_id })
    }),
})
