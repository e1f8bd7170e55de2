/** Pages behind the links of e-mails, whose readers have no account. */
import type { Call } from '../../src/doors/pages/web.ts'
import { brandFor } from '../branding.ts'
import type { Child } from '../jsx/elements.ts'
import { publicPageOf } from '../shell.tsx'

export const tokenOf = (call: Call): string => call.query.token ?? ''
export const seenBy = ({ visit }: Call) => ({ ip: visit.ip, request_id: visit.id })

/** A page with the brand of the workspace. */
export const pageOf = (call: Call, { tenant_id }: { tenant_id: string }, title: string, content: Child) =>
  publicPageOf(call, title, content, brandFor(call, tenant_id))
