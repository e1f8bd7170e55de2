/** Changes of this version, for platform admins. */
import { htmlResponse, platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { getReleases } from '../../src/features/releases/operations.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { Releases, readCookie } from './releases.tsx'

export const releaseScreens: readonly Screen[] = [
  platformPage('/system/releases', async (call) => {
    const program = await call.call(getReleases, {})
    const head = { title: 'Releases', crumbs: [{ label: 'System', href: '/app/platform/system' }], operator: true }
    const page = await drawPage(call, head, <Releases program={program} zone={zoneOf(call)} />)
    return htmlResponse(page, 200, { 'set-cookie': readCookie(program.version) })
  }),
]
