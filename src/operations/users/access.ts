import Type from 'typebox'
import {
  assertMayResetFactors,
  brandOfPerson,
  closeSessionsOf,
  countPeople,
  createReset,
  dropReset,
  findMember,
  findUser,
  findUserInReach,
  giveMembership,
  mayEnter,
  nameInGreeting,
  Role,
  readUser,
  removeFactors,
  removeMemberFrom,
  removeSession,
  sessionOf,
  UserDetail,
  writeFactorLetter,
} from '../../domains/accounts/index.ts'
import { queueMail } from '../../domains/mail/index.ts'
import { endGrantsOf, endStranded } from '../../domains/oauth/index.ts'
import { assertRoomInTree } from '../../domains/plans/index.ts'
import { said } from '../../kernel/language/say.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Defaulted, Moment, Nullable, SecretOnce, TenantId } from '../../kernel/operation/shape.ts'
import { hashSecret } from '../../kernel/secrets/ids.ts'

export const addUserMembership = write({
  name: 'add_user_membership',
  route: 'POST /users/{id}/memberships',
  role: 'platform',
  proof: { when: ({ role }) => role === 'owner' || role === 'admin' },
  summary: 'Make a person a member of a workspace, or change a member’s role there.',
  description:
    'They need not accept. The plan of the workspace must have room for them, and the last owner of a workspace stays one. An account with an unverified address gets no rights beyond those it was created for.',
  input: Type.Object({ id: Type.String({ title: 'User' }), tenant_id: TenantId, role: Role }),
  output: UserDetail,
  example: { id: 'usr_ben', tenant_id: 'ten_bakery', role: 'admin' },
  faults: ['conflict', 'plan_limit'],
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle({ tx, app, caller, subject: user, changed }, { tenant_id, role }) {
    const roleThere = () => readUser(tx, user.id).memberships.find((one) => one.tenant_id === tenant_id)?.role ?? null
    const before = roleThere()
    giveMembership(tx, caller, user, tenant_id, role)
    assertRoomInTree(tx, app, caller, tenant_id, 'members', countPeople)
    changed({ target: user.id, tenant_id, before: { role: before }, after: { role } })
    return readUser(tx, user.id)
  },
})

export const removeUserMembership = write({
  name: 'remove_user_membership',
  route: 'DELETE /users/{id}/memberships/{tid}',
  role: 'platform',
  proof: true,
  summary: 'Remove a person from a workspace.',
  description:
    'Their keys for it and their connected apps there stop; an open invitation is withdrawn. The last owner stays.',
  input: Type.Object({ id: Type.String({ title: 'User' }), tid: TenantId }),
  output: UserDetail,
  example: { id: 'usr_ben', tid: 'ten_northwind' },
  faults: ['conflict'],
  subject(tx, caller, { id, tid }) {
    findUser(tx, id!)
    return findMember(tx, caller, tid!, id!)
  },

  handle({ tx, caller, subject: member, changed }, { tid }) {
    removeMemberFrom(tx, caller, member)
    endStranded(tx, member.uid)
    changed({ target: member.uid, tenant_id: tid, before: { role: member.role } })
    return readUser(tx, member.uid)
  },
})

export const deleteUserSession = write({
  name: 'delete_user_session',
  route: 'DELETE /users/{id}/sessions/{sid}',
  role: 'platform',
  proof: true,
  summary: 'Sign somebody out of one of their sessions.',
  input: Type.Object({ id: Type.String({ title: 'User' }), sid: Type.String({ title: 'Session' }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'usr_ada', sid: 'ses_ada' },
  subject(tx, _caller, { id, sid }) {
    const user = findUser(tx, id!)
    return sessionOf(tx, user.id, sid!)
  },

  handle({ tx, subject, changed }, { id }) {
    removeSession(tx, subject.id)
    changed({ target: id, before: { session: subject.id } })
    return { id: subject.id, deleted: true }
  },
})

export const resetFactors = write({
  name: 'reset_factors',
  route: 'DELETE /users/{id}/factors',
  role: 'owner',
  person: true,
  proof: true,
  at_install: true,
  summary: 'Remove every second factor of a person who lost theirs.',
  description:
    'They are signed out everywhere and get an e-mail. Where a rule asks for a second factor they add one at the next sign-in, before anything else. For platform admins, and for owners about people whose only workspaces are theirs.',
  input: Type.Object({ id: Type.String({ title: 'User' }) }),
  output: Type.Object({
    id: Type.String(),
    factors_removed: Type.Integer({ minimum: 0 }),
    sessions_closed: Type.Integer({ minimum: 0 }),
  }),
  example: { id: 'usr_vera' },
  subject: (tx, caller, { id }) => findUserInReach(tx, caller, id!),

  handle({ tx, app, caller, subject: user, changed }, { id }) {
    assertMayResetFactors(tx, caller, user)
    const factors_removed = removeFactors(tx, id)
    const sessions_closed = closeSessionsOf(tx, id)
    if (factors_removed > 0)
      writeFactorLetter(
        tx,
        app,
        user,
        said('An administrator removed your second factors. You are signed out everywhere.'),
      )
    changed({ target: id, after: { factors_removed, sessions_closed } })
    return { id, factors_removed, sessions_closed }
  },
})

export const resetUserPassword = write({
  name: 'reset_user_password',
  route: 'POST /users/{id}/reset-password',
  role: 'platform',
  proof: true,
  summary: 'Let a person choose a new password, by e-mail or by a link that you hand over.',
  description:
    'They are signed out everywhere and their connected apps stop. The link works once, for an hour; an older one stops. Their old password works until they choose a new one: suspend the account if somebody else knows it.',
  input: Type.Object({
    id: Type.String({ title: 'User' }),
    send_email: Defaulted(
      Type.Boolean({ title: 'Send by e-mail', description: 'false: the link is in the answer instead' }),
      true,
    ),
  }),
  output: Type.Object({
    id: Type.String(),
    sent: Type.Boolean({ description: 'Whether an e-mail was written; GET /emails shows its state' }),
    reset_url: Nullable(SecretOnce('Link to choose a password')),
    expires_at: Moment,
    sessions_closed: Type.Integer({ minimum: 0 }),
  }),
  example: { id: 'usr_ben', send_email: false },
  faults: ['conflict'],
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle({ tx, app, subject: user, changed }, { id, send_email = true }) {
    if (!mayEnter(user.status))
      throw conflict(`This account is ${user.status}: nobody can sign in to it. Activate or approve it first.`)
    const sessions_closed = closeSessionsOf(tx, id)
    const apps_disconnected = endGrantsOf(tx, id)
    // An older link may be in a mailbox that somebody else reads.
    dropReset(tx, id)
    const { link, expires_at } = createReset(tx, app.config, user, { mailed: send_email })
    const ref = `reset ${hashSecret(link)}`
    const facts = { name: nameInGreeting(user), by: 'admin' }
    const brand_of = brandOfPerson(tx, user)
    if (send_email)
      queueMail(tx, app, { ref, tenant_id: null, brand_of, template: 'password_reset', to: user.email, facts, link })
    changed({ target: id, after: { by: send_email ? 'e-mail' : 'link', sessions_closed, apps_disconnected } })
    return { id, sent: send_email, reset_url: send_email ? null : link, expires_at, sessions_closed }
  },
})
