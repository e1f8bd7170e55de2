import Type from 'typebox'
import {
  assertOneScript,
  findUser,
  PersonName,
  plainEmail,
  readUser,
  sendProof,
  setPlatformAdmin,
  setProfile,
  UserDetail,
  userByEmail,
} from '../../domains/accounts/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Email } from '../../kernel/operation/shape.ts'

export const updateUser = write({
  name: 'update_user',
  route: 'PATCH /users/{id}',
  role: 'platform',
  proof: true,
  summary: 'Change a person’s name or e-mail address, or whether they are a platform admin.',
  description:
    'A new e-mail address stays in `pending_email` until they open the link that is sent there, for a day; sending it again, or an own address that is not verified, sends a new link. The last platform admin stays one.',
  input: Type.Object({
    id: Type.String({ title: 'User' }),
    name: Type.Optional(PersonName),
    email: Type.Optional(Email()),
    platform_admin: Type.Optional(Type.Boolean({ title: 'Platform admin' })),
  }),
  output: UserDetail,
  example: { id: 'usr_ben', name: 'Ben B.' },
  faults: ['conflict', 'rate_limited'],
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle({ tx, app, caller, subject: user, changed }, { name, email, platform_admin }) {
    const before = readUser(tx, user.id)
    if (name !== undefined) setProfile(tx, user.id, { ...user, name: name.trim() })
    if (platform_admin !== undefined) setPlatformAdmin(tx, user, platform_admin)
    if (email !== undefined) assertOneScript(email)
    const wanted = email === undefined ? user.email : plainEmail(email)
    if (wanted !== user.email && userByEmail(tx, wanted))
      throw conflict('There is an account with this e-mail address already.')
    const proves = wanted !== user.email || (email !== undefined && user.email_verified_at === null)
    if (proves) sendProof(tx, app, user, wanted)
    const after = readUser(tx, user.id, caller.session_id)
    const audited = ({ name, platform_admin, pending_email }: typeof after) => ({ name, platform_admin, pending_email })
    changed({ target: user.id, before: audited(before), after: audited(after) })
    return after
  },
})
