import { page, type Screen, type SignedInCall } from '../../src/doors/web.ts'
import { listJobs } from '../../src/operations/jobs/list-jobs.ts'
import { listTenants } from '../../src/operations/tenants/list-tenants.ts'
import { type PaletteEntry, PaletteOptions } from '../parts/palette.tsx'
import { mayWrite } from '../shell.tsx'

export const paletteScreens: readonly Screen[] = [page('/palette', found)]

const MOST = 8

/** What the palette finds beside the pages: jobs by name, workspaces by name, and what to do with a pasted address. */
async function found(call: SignedInCall) {
  const q = (call.query.q ?? '').trim().slice(0, 200)
  if (q === '') return <PaletteOptions entries={[]} />
  if (/^https?:\/\//i.test(q)) return <PaletteOptions entries={ofAddress(call, q)} />
  const jobs = await call.call(listJobs, { q, page_size: MOST }, { here: true })
  const tenants = await call.call(listTenants, { q, page_size: MOST })
  const entries: PaletteEntry[] = [
    ...jobs.items.map((job) => ({
      label: job.name,
      kind: job.type === 'check' ? 'Check' : 'Push',
      icon: 'rows-3' as const,
      href: `${call.base}/jobs/${job.id}`,
    })),
    ...tenants.items
      .filter(({ id }) => id !== call.caller.tenant_id)
      .map(({ id, name }) => ({ label: name, kind: 'Workspace', icon: 'users' as const, href: `/app/w/${id}` })),
  ]
  return <PaletteOptions entries={entries} />
}

const ofAddress = (call: SignedInCall, url: string): PaletteEntry[] => {
  const act = (label: string, icon: PaletteEntry['icon'], path: string, name: string): PaletteEntry => ({
    label: `${label} ${url}`,
    kind: 'Action',
    icon,
    href: `${call.base}${path}?${new URLSearchParams({ [name]: url })}`,
  })
  const find = act('Where is', 'link-2', '/links', 'q')
  if (!mayWrite(call)) return [find]
  return [act('Push', 'send', '/push', 'urls'), act('Check', 'scan-search', '/checks/new', 'urls'), find]
}
