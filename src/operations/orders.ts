import Type from 'typebox'
import { tilesOf } from '../domains/branding/index.ts'
import { balancesOf } from '../domains/credits/index.ts'
import { TileUrl } from '../domains/figures/index.ts'
import { linksInReach } from '../domains/jobs/index.ts'
import { planOf } from '../domains/plans/index.ts'
import { crawlSettings } from '../domains/providers/index.ts'
import { linksToStop, ownersOf } from '../domains/pushes/index.ts'
import { inUseBelow, readTenant } from '../domains/tenants/index.ts'
import type { ReadTx } from '../kernel/database/database.ts'
import type { Caller } from '../kernel/operation/caller.ts'
import { outbound, read } from '../kernel/operation/operation.ts'
import { namedEnum, Shape } from '../kernel/operation/schema-names.ts'
import { Count, Id, MAX_URLS, MOST, OwnTenantId } from '../kernel/operation/shape.ts'
import { pause } from '../kernel/scheduling/pause.ts'
import { LINKS_A_STEP } from '../kernel/scheduling/steps.ts'

const Payer = Type.Object({
  id: Id,
  name: Type.String(),
  tile_url: TileUrl,
  available: Type.Object({ index: Type.Integer(), check: Type.Integer() }),
})

const MOST_PAYERS = 500

export const getOrderOptions = read({
  name: 'get_order_options',
  route: 'GET /orders/options',
  role: null,
  instead: 'list_tenants and get_credits',
  summary: 'Options of an order: workspaces with their credits, links per push, and the owners of hosts.',
  input: Type.Object({
    tenant_id: Type.Optional(OwnTenantId),
    hosts: Type.Optional(
      Type.String({ title: 'Hosts', description: 'Up to 50, with commas between them', maxLength: 15_000 }),
    ),
  }),
  output: Shape('OrderOptions', {
    payer: Payer,
    links_per_push: Type.Integer({ minimum: 0, description: 'Most links of one push of this workspace' }),
    supplier: Type.Enum(namedEnum('SupplierState', ['connected', 'simulated', 'none'])),
    tenants: Type.Array(Payer, { description: 'Your workspace and those below it, at most 500' }),
    owners: Type.Array(Type.Object({ host: Type.String(), tenant_id: Type.String() }), {
      description: 'Workspaces that have the host: by an IndexNow site, else by the first push of it',
    }),
  }),
  example: { tenant_id: 'ten_bakery', hosts: 'bakery.example' },

  handle({ tx, app, caller }, { tenant_id = caller.tenant_id, hosts = '' }) {
    const tenants = inUseBelow(tx, caller.path, MOST_PAYERS)
    const payers = withCredits(tx, caller, [...tenants, readTenant(tx, tenant_id)])
    const asked = hosts.split(',').filter(Boolean).slice(0, 50)
    return {
      payer: payers.at(-1),
      links_per_push: planOf(tx, app, tenant_id).urls_per_push ?? MAX_URLS,
      supplier: supplierOf(tx),
      tenants: payers.slice(0, -1),
      owners: asked.length ? ownersOf(tx, { ...caller, platform: false }, asked) : [],
    }
  },
})

function withCredits(tx: ReadTx, caller: Caller, tenants: readonly { id: string; name: string }[]) {
  const ids = tenants.map(({ id }) => id)
  const tiles = tilesOf(tx, caller, ids)
  const left = balancesOf(tx, ids)
  return tenants.map(({ id, name }) => {
    const { index, check } = left.get(id) ?? {}
    return {
      id,
      name,
      tile_url: tiles.get(id) ?? null,
      available: { index: index?.available ?? 0, check: check?.available ?? 0 },
    }
  })
}

function supplierOf(tx: ReadTx): 'connected' | 'simulated' | 'none' {
  const routes = Object.values(crawlSettings(tx).routes).filter((route) => route?.enabled)
  if (routes.length === 0) return 'none'
  return routes.some((route) => route?.adapter === 'simulated') ? 'simulated' : 'connected'
}

export const previewStop = outbound({
  name: 'preview_stop',
  route: 'POST /orders/stop-preview',
  role: 'member',
  harmless: true,
  instead: 'cancel_job, which answers how many it cancelled',
  summary: 'Preview of cancelling these links, link by link; cancel_job with `url_ids` does it for each job.',
  input: Type.Object({
    uids: Type.Array(Type.Integer({ minimum: 1, maximum: MOST }), {
      title: 'Links',
      description: 'Each `uid`',
      minItems: 1,
      maxItems: MAX_URLS,
    }),
  }),
  output: Shape('StopPreview', {
    unsent: Type.Array(
      Type.Object({
        uid: Type.Integer(),
        job_id: Type.String(),
        again: Type.Boolean({ description: 'It failed before and waits to be sent again' }),
      }),
      { description: 'Links that would not be sent; each refunds 1 index credit' },
    ),
    checks: Count('Check credits refunded besides'),
    left: Count('Links that a supplier has already: they stay under the guarantee'),
    others: Count('Links that are not to be sent in any case'),
  }),
  example: { uids: [9202, 9203] },

  local: true,

  async handle({ caller, read }, { uids }) {
    const sum = { unsent: [] as { uid: number; job_id: string; again: boolean }[], checks: 0, left: 0, others: 0 }
    for (let from = 0; from < uids.length; from += LINKS_A_STEP, await pause()) {
      const some = uids.slice(from, from + LINKS_A_STEP)
      const { unsent, checks, left, others } = read((tx) => linksToStop(tx, linksInReach(tx, caller, some)))
      for (const { id, job_id, again } of unsent) sum.unsent.push({ uid: id, job_id, again: again === 1 })
      sum.checks += checks
      sum.left += left
      sum.others += others
    }
    return sum
  },
})
