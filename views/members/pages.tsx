import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { addMember } from '../../src/operations/members/add-member.ts'
import { listMembers } from '../../src/operations/members/list-members.ts'
import { removeMember } from '../../src/operations/members/remove-member.ts'
import { updateMemberRole } from '../../src/operations/members/update-member-role.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { askedOf } from '../parts/list.ts'
import { ROLE_WORDS } from '../parts/words.ts'
import { issuesIn } from '../refused.ts'
import { appPage, confirmPage, may, requireMay, zoneOf } from '../shell.tsx'
import { Members, type MembersProps } from './members.tsx'

export const memberScreens: readonly Screen[] = [
  page('/members', (call) => membersPage(call)),
  action('/members', invite),
  action('/members/:uid/role', async (call) => {
    const { role } = call.form
    const changed = await call.call(updateMemberRole, { id: call.caller.tenant_id, uid: call.params.uid, role })
    return goTo(listOf(call), { text: `${changed.name} is ${ROLE_WORDS[changed.role].toLowerCase()} now.` })
  }),
  page('/members/:uid/remove', askToRemove),
  action('/members/:uid/remove', async (call) => {
    await call.call(removeMember, { id: call.caller.tenant_id, uid: call.params.uid })
    return goTo(listOf(call), { text: 'Removed. Keys that they made here and apps that they connected have stopped.' })
  }),
]

const listOf = ({ base }: SignedInCall): string => `${base}/members`

async function membersPage(call: SignedInCall, more: Pick<MembersProps, 'values' | 'issues' | 'invited'> = {}) {
  const { caller, query } = call
  const id = caller.tenant_id
  const props: MembersProps = {
    ...more,
    list: await call.call(listMembers, { ...askedOf(listMembers, query), id }),
    query,
    self: listOf(call),
    workspace: (await call.call(getTenant, { id })).name,
    highest: may(call, addMember) ? caller.role : null,
    idempotency_key: newId(),
    zone: zoneOf(call),
  }
  return appPage(call, 'Members', <Members {...props} />)
}

async function invite(call: SignedInCall) {
  const { email, role, name } = call.form
  try {
    const added = await call.call(
      addMember,
      { id: call.caller.tenant_id, email, role, ...(name ? { name } : {}) },
      { idempotency_key: call.form.idempotency_key || undefined },
    )
    return membersPage(call, { invited: { email: added.email, url: added.invitation_url } })
  } catch (error) {
    const issues = issuesIn(error, ['plan_limit', 'conflict', 'forbidden'])
    return htmlResponse(await membersPage(call, { values: { email, role, name }, issues }), (error as Fault).status)
  }
}

async function askToRemove(call: SignedInCall) {
  requireMay(call, removeMember)
  const back = listOf(call)
  return confirmPage(
    call,
    {
      title: 'Remove this member?',
      body: 'Their account stays, without this workspace. API keys that they made here and apps that they connected to it stop at once.',
      verb: 'Remove',
    },
    { href: `${back}/${call.params.uid}/remove`, back, crumbs: [{ label: 'Members', href: back }] },
  )
}
