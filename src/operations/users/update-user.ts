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
import { conflict } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'
import { Email } from '../../kernel/shape.ts'

export const updateUser = write({
  name: 'update_user',
  route: 'PATCH /users/{id}',
  role: 'platform',
  summary: 'Change somebody’s name or e-mail address, or whether they administer the platform.',
  description:
    'A new e-mail address stands in `pending_email` until they open the link that is sent there, for a day; giving it again, or an own address that is not confirmed, sends the link anew. The last platform admin stays one.',
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
    const told = ({ name, platform_admin, pending_email }: typeof after) => ({ name, platform_admin, pending_email })
    changed({ target: user.id, before: told(before), after: told(after) })
    return after
  },
})
