/** Looking at a workspace as its admin would, and leaving again. */
import { endView, startView } from '../../src/domains/accounts/index.ts'
import { findTenant } from '../../src/domains/tenants/index.ts'
import {
  type Call,
  goTo,
  LEAVE_VIEW,
  pageVisitorAt,
  platformAction,
  publicAction,
  type Screen,
  SIGN_IN,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { localPath } from '../../src/kernel/web-fetch/local-path.ts'

export const viewScreens: readonly Screen[] = [platformAction('/view/:id', start), publicAction(LEAVE_VIEW, leave)]

const HOME = '/app'

function start(call: SignedInCall) {
  const { app, caller, params, request, visit } = call
  const page = URL.parse(request.headers.get('referer') ?? '')
  const from_path = page ? localPath(page.pathname + page.search, HOME) : HOME
  const tenant = app.db.write((tx) => {
    const found = findTenant(tx, caller, params.id ?? '')
    startView(tx, caller, found, { from_path, ip: visit.ip, request_id: visit.id })
    return found
  })
  return goTo(`/app/w/${tenant.id}`)
}

async function leave(call: Call) {
  const { app, visit } = call
  const visitor = await pageVisitorAt(call)
  if (!visitor) return goTo(SIGN_IN)
  const from = app.db.write((tx) => endView(tx, visitor.session_id, 'left', { ip: visit.ip, request_id: visit.id }))
  return goTo(from ?? HOME, { text: 'You are yourself again.' }, visitor.cookie ? [visitor.cookie] : [])
}
