import Type from 'typebox'
import { assertMayChangeSpending, assertMaySpendLater } from '../../../domains/credits/index.ts'
import { ruleWarning } from '../../../domains/pushes/index.ts'
import { ListOf, listInput, looseCondition, Search, when } from '../../../kernel/database/list.ts'
import { mapPage, searchList } from '../../../kernel/database/search.ts'
import { treeOf } from '../../../kernel/operation/caller.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../../kernel/operation/operation.ts'
import { Defaulted, OwnTenantId, TreeTenantId } from '../../../kernel/operation/shape.ts'
import { warnings } from '../../../kernel/operation/spending.ts'
import { counted } from '../../../kernel/operation/wording.ts'
import { withMaskedQuery } from '../../../kernel/web-fetch/masked-address.ts'
import {
  Address,
  Authorization,
  askForRun,
  assertNew,
  assertRules,
  changePush,
  createPush,
  DEFAULT_RULES,
  deletePush,
  findPush,
  Interval,
  ifSource,
  PreviewShape,
  PushId,
  PushName,
  type PushRow,
  previewFor,
  pushOnWire,
  ruleFields,
  StandingPushShape,
} from '../index.ts'

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
          `The first run would push ${counted(found.links, 'link')}. Send this number as confirm_links to agree.`,
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

export const deleteStandingPush = write({
  name: 'delete_standing_push',
  route: 'DELETE /standing-pushes/{id}',
  role: 'admin',
  proof: false,
  summary: 'Stop watching a source and forget what it showed. Its pushes stay.',
  description: 'Deploy hooks that run it are paused.',
  input: Type.Object({ id: PushId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'stp_bakery' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle({ tx, subject, changed }) {
    deletePush(tx, subject)
    changed({ tenant_id: subject.tenant_id, before: { name: subject.name, address: withMaskedQuery(subject.address) } })
    return { id: subject.id, deleted: true }
  },
})

export const getStandingPush = read({
  name: 'get_standing_push',
  route: 'GET /standing-pushes/{id}',
  role: null,
  summary: 'One standing push with its rules, its last run and the links that wait for a decision.',
  input: Type.Object({ id: PushId }),
  output: StandingPushShape,
  example: { id: 'stp_bakery' },
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle: ({ tx, app, subject }) => pushOnWire(tx, app, subject),
})

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

export const runStandingPush = write({
  name: 'run_standing_push',
  route: 'POST /standing-pushes/{id}/run',
  role: 'member',
  summary: 'Run a standing push now. Its budget and its other rules apply.',
  input: Type.Object({ id: PushId }),
  output: StandingPushShape,
  example: { id: 'stp_bakery' },
  faults: ['conflict', 'rate_limited'],
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }) {
    assertMaySpendLater(caller)
    const asked = askForRun(tx, app, subject)
    changed({ tenant_id: subject.tenant_id, after: { asked_at: asked.asked_at } })
    return pushOnWire(tx, app, asked)
  },
})

export const updateStandingPush = write({
  name: 'update_standing_push',
  route: 'PATCH /standing-pushes/{id}',
  role: 'admin',
  proof: false,
  summary: 'Change the name, interval or rules of a standing push, or pause and resume it.',
  input: Type.Object({
    id: PushId,
    name: Type.Optional(PushName),
    interval_minutes: Type.Optional(Interval),
    authorization: Type.Optional(Authorization),
    rules: Type.Optional(Type.Partial(Type.Object(ruleFields), { additionalProperties: false })),
    paused: Type.Optional(Type.Boolean({ title: 'Paused' })),
  }),
  output: StandingPushShape,
  example: { id: 'stp_bakery', paused: true },
  faults: ['validation_failed'],
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { id: _, rules, ...change }) {
    assertMayChangeSpending(caller, { rules, ...change })
    const was = pushOnWire(tx, app, subject)
    const wanted = rules && assertRules({ ...was.rules, ...rules }, was.rules)
    const now = pushOnWire(tx, app, changePush(tx, app, subject, { ...change, rules: wanted }))
    const shown = ({ name, interval_minutes, rules, paused, authorization }: typeof was) => ({
      name,
      interval_minutes,
      rules,
      paused,
      authorization,
    })
    changed({ tenant_id: subject.tenant_id, before: shown(was), after: shown(now) })
    return now
  },
})

export const listStandingPushes = read({
  name: 'list_standing_pushes',
  route: 'GET /standing-pushes',
  role: null,
  summary: 'Standing pushes of a workspace and those below it: sources that are watched, with their last run.',
  input: Type.Object({
    ...listInput('name', 'created_at'),
    tenant_id: Type.Optional(TreeTenantId),
    paused: Type.Optional(Type.Boolean({ title: 'Paused', description: 'Unless given, both' })),
    q: Search,
  }),
  output: ListOf(StandingPushShape),
  example: {},

  handle({ tx, app, caller }, { tenant_id, paused, q, ...asked }) {
    const pushes = searchList<PushRow>(
      tx,
      {
        select: '*',
        from: 'standing_pushes',
        where: [
          tenant_id ? when('tenant_id = ?', tenant_id) : treeOf(caller),
          paused !== undefined && looseCondition('paused = ?', Number(paused)),
        ],
        sought: { q, columns: ['name', 'address'] },
        sorts: { name: 'name', created_at: 'id' },
        tie: 'id',
      },
      asked,
    )
    return mapPage(pushes, (row) => pushOnWire(tx, app, row))
  },
})
