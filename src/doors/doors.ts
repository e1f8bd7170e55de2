/** All doors, and with them everything that answers. */
import type { AnyElysia } from 'elysia'
import { features } from '../features/index.ts'
import type { AnyOperation } from '../kernel/operation/operation.ts'
import { askedDomain, ownDomainFile } from './custom-domain.ts'
import { docs } from './docs/docs.ts'
import { doorBase, notFound, webOf } from './door-base.ts'
import { mcpBundle } from './mcp/bundle.ts'
import { mcp } from './mcp/mcp.ts'
import { oauth } from './oauth/oauth.ts'
import { metrics } from './ops/metrics.ts'
import { files } from './pages/static.ts'
import { bounces } from './rest/bounces.ts'
import { rest } from './rest/rest.ts'
import { supplierCallbacks } from './rest/supplier-callbacks.ts'

export { misdirected } from './hosts.ts'

const apiDoors = new WeakMap<readonly AnyOperation[], AnyElysia>()

/** The operations alone: a page does not wait for their routes. */
export function apiDoor(operations: readonly AnyOperation[]): AnyElysia {
  const door = apiDoors.get(operations) ?? doorBase().use(rest(operations))
  apiDoors.set(operations, door)
  return door
}

export type ServerOptions = { web?: (request: Request) => Response | Promise<Response> }

let others: AnyElysia | undefined

/** All doors behind one address but the operations' own and the health. */
export function otherDoors(): AnyElysia {
  others ??= build()
  return others
}

function build(): AnyElysia {
  const all = doorBase()
    .use(metrics())
    .use(files())
    .use(supplierCallbacks())
    .use(bounces())
    .use(ownDomainFile())
    .use(askedDomain())
    .use(docs())
    .use(mcp())
    .use(mcpBundle())
    .use(oauth())
  for (const { http = [] } of features) for (const door of http) all.use(door())
  return all.all('/*', ({ request }) => webOf(request)?.(request) ?? notFound(), { parse: 'none' })
}
