/** Looking at a workspace as its admin would, and leaving again. */
import { endView, sessionCookieName, startView, visitorOfPage } from '../../src/domains/accounts/index.ts'
import { findTenant } from '../../src/domains/tenants/index.ts'
import {
  type Call,
  goTo,
  LEAVE_VIEW,
  platformAction,
  publicAction,
  type Screen,
  SIGN_IN,
  type SignedInCall,
} from '../../src/doors/web.ts'
import { localPath } from '../../src/kernel/local-path.ts'

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
  const token = call.cookies(sessionCookieName(app.config))
  const visitor = token === null ? null : await visitorOfPage(app, token)
  if (!visitor) return goTo(SIGN_IN)
  const from = app.db.write((tx) => endView(tx, visitor.session_id, 'left', { ip: visit.ip, request_id: visit.id }))
  return goTo(from ?? HOME, { text: 'You are yourself again.' }, visitor.cookie ? [visitor.cookie] : [])
}
