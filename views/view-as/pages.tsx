/** Looking at a workspace as its admin would, and leaving again. */
import { endViewOf, viewWorkspace } from '../../src/doors/pages/accounts.ts'
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
  const page = URL.parse(call.request.headers.get('referer') ?? '')
  return goTo(`/app/w/${viewWorkspace(call, page ? localPath(page.pathname + page.search, HOME) : HOME)}`)
}

async function leave(call: Call) {
  const visitor = await pageVisitorAt(call)
  if (!visitor) return goTo(SIGN_IN)
  return goTo(
    endViewOf(call, visitor) ?? HOME,
    { text: 'You are yourself again.' },
    visitor.cookie ? [visitor.cookie] : [],
  )
}
