/** All doors, and with them everything that answers. */
import type { AnyElysia } from 'elysia'
import { features } from '../features/index.ts'
import type { App } from '../kernel/operation/app.ts'
import { askedDomain, ownDomainFile } from './custom-domain.ts'
import { docs } from './docs/docs.ts'
import { doorBase } from './door-base.ts'
import { mcpBundle } from './mcp/bundle.ts'
import { mcp } from './mcp/mcp.ts'
import { oauth } from './oauth/oauth.ts'
import { health } from './ops/health.ts'
import { metrics } from './ops/metrics.ts'
import type { Scheduler } from './ops/scheduler.ts'
import { files } from './pages/static.ts'
import { bounces } from './rest/bounces.ts'
import { rest } from './rest/rest.ts'
import { supplierCallbacks } from './rest/supplier-callbacks.ts'

export { misdirected } from './hosts.ts'

/** The operations alone: a page does not wait for their routes. */
export const apiDoor = (app: App): AnyElysia => doorBase(app).use(rest(app))

export type ServerOptions = { web?: (request: Request) => Response | Promise<Response> }

/** All doors behind one address but the operations' own. */
export function otherDoors(app: App, scheduler: Scheduler, { web }: ServerOptions): AnyElysia {
  const all = doorBase(app)
    .use(health(app, scheduler))
    .use(metrics(app))
    .use(files(app))
    .use(supplierCallbacks(app))
    .use(bounces(app))
    .use(ownDomainFile(app))
    .use(askedDomain(app))
    .use(docs(app))
    .use(mcp(app))
    .use(mcpBundle(app))
    .use(oauth(app))
  for (const { http = [] } of features) for (const door of http) all.use(door(app))
  return web ? all.all('/*', ({ request }) => web(request), { parse: 'none' }) : all
}
