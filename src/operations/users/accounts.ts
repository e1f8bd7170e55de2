import Type from 'typebox'
import {
  createUser as addUser,
  assertMayLeave,
  assertOneScript,
  countUsers,
  faultOfNewPassword,
  findUser,
  hashPassword,
  LONGEST,
  PersonName,
  plainEmail,
  Role,
  readUser,
  removeUser,
  SHORTEST,
  sendProof,
  setPlatformAdmin,
  setProfile,
  USER_COLUMNS,
  User,
  UserDetail,
  UserStatus,
  unprovedAccounts,
  userByEmail,
} from '../../domains/accounts/index.ts'
import { revokeKeysOf } from '../../domains/keys/index.ts'
import { ListOf, listInput, looseCondition, Search } from '../../kernel/database/list.ts'
import { searchList } from '../../kernel/database/search.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted, Email, Id, Moment, Nullable, Secret } from '../../kernel/operation/shape.ts'

export const listUsers = read({
  name: 'list_users',
  route: 'GET /users',
  role: 'platform',
  tool: {
    when: 'as a platform admin, to find a person of this install',
    returns: 'users with `id` and status',
    next: 'get_user',
    inputs: { q: 'Text in e-mail or name', status: 'Only accounts with this status' },
    brief: ['id', 'email', 'name', 'status'],
  },
  summary: 'People who have an account on this install.',
  description: '`q` searches e-mail and name; `status=pending` lists accounts that wait for approval.',
  input: Type.Object({
    ...listInput('created_at', 'email', 'name', 'last_seen_at'),
    q: Search,
    status: Type.Optional(UserStatus),
  }),
  output: ListOf(User),
  example: { status: 'active', sort: 'email' },

  handle({ tx }, { q, status, ...page }) {
    return searchList(
      tx,
      {
        select: USER_COLUMNS,
        from: 'users',
        core: { table: 'users', id: 'id' },
        where: [status ? { ...looseCondition('status = ?', status), in_order: '+status = ?' } : null],
        sought: { q, columns: ['email', 'name'] },
        sorts: { created_at: 'id', email: 'email', name: 'name, id', last_seen_at: 'last_seen_at, id' },
        total: q ? undefined : countUsers(tx, status),
      },
      page,
    )
  },
})

export const getUser = read({
  name: 'get_user',
  route: 'GET /users/{id}',
  role: 'platform',
  sensitive: true,
  tool: {
    when: 'as a platform admin, to see a person’s workspaces and sessions',
    returns: 'the user',
    next: 'list_users',
    inputs: { id: '`id` of list_users' },
    brief: ['id', 'email', 'name', 'status', 'memberships'],
  },
  summary: 'One person: their workspaces, sessions, keys and connected apps.',
  input: Type.Object({ id: Type.String({ title: 'User' }) }),
  output: UserDetail,
  example: { id: 'usr_ben' },
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle: ({ tx, caller, subject }) => readUser(tx, subject.id, caller.session_id),
})

export const createUser = outbound({
  name: 'create_user',
  route: 'POST /users',
  role: 'platform',
  proof: { when: ({ platform_admin }) => platform_admin === true },
  local: true,
  summary: 'Create an account for a person. It is active at once, and no e-mail is sent.',
  description:
    'The address counts as verified, so be sure of it. Tell the person the password, or let them choose one by POST /users/{id}/reset-password; POST /users/{id}/memberships adds them to a workspace.',
  input: Type.Object({
    email: Email(),
    name: PersonName,
    password: Secret({
      title: 'Password',
      maxLength: LONGEST,
      description: `At least ${SHORTEST} characters, not made of common words or their name`,
    }),
    platform_admin: Defaulted(
      Type.Boolean({ title: 'Platform admin', description: 'May do everything, in every workspace' }),
      false,
    ),
  }),
  output: UserDetail,
  example: { email: 'mo@harbour.example', name: 'Mo', password: 'eleven herons by the weir' },
  faults: ['conflict'],

  async handle({ app, read, write, changed }, { email, name, password, platform_admin = false }) {
    const fault = faultOfNewPassword(app.config, password, { email, name })
    if (fault) throw invalid({ path: 'password', message: fault })
    if (read((tx) => userByEmail(tx, email) !== null))
      throw conflict('There is an account with this e-mail address. Change that account instead.')
    const password_hash = await hashPassword(password)
    return write((tx) => {
      const user = addUser(tx, { email, name: name.trim(), password_hash, platform_admin, verified: true })
      changed({ target: user.id, after: { email: plainEmail(email), name: user.name, platform_admin } })
      return readUser(tx, user.id)
    })
  },
})

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

export const deleteUser = write({
  name: 'delete_user',
  route: 'DELETE /users/{id}',
  role: 'platform',
  proof: true,
  summary: 'Delete a person’s account.',
  description:
    'They are signed out everywhere and leave every workspace; their keys are revoked, their connected apps stop, and their invitations end. Jobs, ledger and audit trail stay. 409 for the last platform admin, and for the last owner of a workspace with credits or running jobs.',
  input: Type.Object({ id: Type.String({ title: 'User' }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'usr_ben' },
  faults: ['conflict'],
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle({ tx, subject: user, changed }) {
    assertMayLeave(tx, user)
    const keys_revoked = revokeKeysOf(tx, user.id)
    removeUser(tx, user.id)
    changed({ target: user.id, before: { email: user.email, name: user.name }, after: { deleted: true, keys_revoked } })
    return { id: user.id, deleted: true }
  },
})

export const getUnverifiedAccounts = read({
  name: 'get_unverified_accounts',
  route: 'GET /accounts/unverified',
  role: 'platform',
  summary: 'Accounts without a verified address that have more rights than the person who made them could give.',
  input: Type.Object({}),
  output: Type.Object({
    accounts: Type.Array(
      Shape('UnverifiedAccount', {
        id: Id,
        email: Type.String(),
        made_by: Nullable(Type.String()),
        created_at: Moment,
        places: Type.Array(Type.Object({ name: Type.String(), role: Role })),
      }),
    ),
  }),
  example: {},

  handle: ({ tx }) => ({ accounts: unprovedAccounts(tx) }),
})
