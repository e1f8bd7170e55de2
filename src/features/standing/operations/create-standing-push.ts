import Type from 'typebox'
import { assertMaySpendLater } from '../../../domains/credits/index.ts'
import { ruleWarning } from '../../../domains/pushes/index.ts'
import {
  Address,
  Authorization,
  assertNew,
  assertRules,
  createPush,
  DEFAULT_RULES,
  Interval,
  ifSource,
  PushName,
  previewFor,
  pushOnWire,
  ruleFields,
  StandingPushShape,
} from '../index.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import { outbound } from '../../../kernel/operation/operation.ts'
import { Defaulted, OwnTenantId } from '../../../kernel/operation/shape.ts'
import { warnings } from '../../../kernel/operation/spending.ts'
import { withMaskedQuery } from '../../../kernel/web-fetch/masked-address.ts'

export const createStandingPush = outbound({
  name: 'create_standing_push',
  route: 'POST /standing-pushes',
  role: 'admin',
  proof: false,
  summary: 'Watch a sitemap, feed or list: new and changed links are pushed by rule, within a budget.',
  description:
    'The first complete run only learns what is there. With `baseline: false` it pushes it: `confirm_links` must then be the number of links that the preview says.',
  input: Type.Object({
    address: Address,
    name: Type.Optional(PushName),
    tenant_id: Type.Optional(OwnTenantId),
    interval_minutes: Defaulted(Interval, 1440),
    authorization: Type.Optional(Authorization),
    rules: Type.Optional(Type.Partial(Type.Object(ruleFields), { additionalProperties: false })),
    baseline: Defaulted(
      Type.Boolean({ title: 'Learn first', description: 'The first run pushes nothing; false: it pushes all' }),
      true,
    ),
    confirm_links: Type.Optional(
      Type.Integer({
        title: 'Links of the first run',
        description: 'Links of the first run that pushes all; left out with baseline',
        minimum: 0,
        maximum: 25_000_000,
      }),
    ),
  }),
  output: Type.Object({ ...StandingPushShape.properties, warning: warnings.warning }),
  example: { address: 'https://bakery.example/sitemap.xml', name: 'Shop' },
  faults: ['conflict', 'plan_limit', 'rate_limited', 'validation_failed'],

  handle: ({ app, caller, read, write, signal, changed }, input) =>
    ifSource(async () => {
      assertMaySpendLater(caller)
      const tenant_id = input.tenant_id ?? caller.tenant_id
      const rules = assertRules({ ...DEFAULT_RULES, ...input.rules })
      const { address, authorization } = input
      const baseline = input.baseline ?? true
      const asked = { reader: caller, row: null, address, authorization, tenant_id, rules, signal, is_brief: baseline }
      const found = await previewFor(app, asked)
      read((tx) => assertNew(tx, tenant_id, found.address))
      if (!baseline && input.confirm_links !== found.links)
        throw conflict(
          `The first run would push ${found.links.toLocaleString('en')} links. Send this number as confirm_links to agree.`,
          { links: found.links },
        )
      return write((tx) => {
        const name = input.name ?? new URL(found.address).host
        const row = createPush(tx, app, {
          tenant_id,
          name,
          address: found.address,
          kind: found.kind,
          rules,
          interval_minutes: input.interval_minutes ?? 1440,
          baseline,
          authorization,
          created_by: caller.label,
        })
        changed({
          target: row.id,
          tenant_id,
          after: { name, address: withMaskedQuery(found.address), rules, baseline },
        })
        const warning = ruleWarning(tx, caller, tenant_id, [new URL(found.address).host])
        return { ...pushOnWire(tx, app, row), warning }
      })
    }),
})
