import Type from 'typebox'
import {
  assertAtHome,
  assertMayLeave,
  assertOneScript,
  assertWholePerson,
  localeOf,
  offersTo,
  ownProfile,
  ownUser,
  PersonName,
  Profile,
  plainEmail,
  provePassword,
  Role,
  removeUser,
  sendProof,
  setProfile,
  type UserRow,
  UserStatus,
  userByEmail,
  userById,
  userToSecure,
  workspacesOf,
} from '../../domains/accounts/index.ts'
import { ApiKey, readKey, revokeKeysOf } from '../../domains/keys/index.ts'
import { readTenant, TenantKind } from '../../domains/tenants/index.ts'
import { offeredLanguages, offeredTag } from '../../kernel/language/choose.ts'
import { isNowhere, WAYS_IN } from '../../kernel/operation/caller.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Email, Id, Language, Nullable, Secret, TimeZone } from '../../kernel/operation/shape.ts'
import { asTimeZone } from '../../kernel/time/clock.ts'

const { id, name, prefix, rate_per_min, rate_per_day, daily_credit_cap, approval_above } = ApiKey.properties

export const getMe = read({
  name: 'get_me',
  route: 'GET /me',
  role: null,
  summary: 'The caller: the identity behind the key or session, its workspace, and its rights there.',
  input: Type.Object({}),
  output: Shape('Me', {
    via: Type.Enum(WAYS_IN),
    tenant_id: Nullable(
      Type.String({ description: 'null, like `role` and `tenant`, for a person without a workspace' }),
    ),
    role: Nullable(Role),
    platform: Type.Boolean(),
    approved: Type.Boolean({ description: 'False while the account awaits approval: reading works, nothing else' }),
    tenant: Nullable(Type.Object({ id: Id, name: Type.String(), kind: TenantKind })),
    user: Nullable(
      Type.Object({
        id: Id,
        email: Type.String(),
        email_verified: Type.Boolean(),
        name: Type.String(),
        status: UserStatus,
        locale: Type.String(),
        time_zone: Type.String(),
      }),
    ),
    key: Nullable(Type.Object({ id, name, prefix, rate_per_min, rate_per_day, daily_credit_cap, approval_above })),
    workspaces: Type.Array(Type.Object({ id: Id, name: Type.String(), role: Role }), {
      description: 'Memberships of a signed-in person, who may switch between them; empty for a key',
    }),
    invitations: Type.Array(Type.Object({ id: Id, name: Type.String(), role: Role, by: Nullable(Type.String()) }), {
      description: 'Workspaces that a signed-in person was invited to and has not answered; empty for a key',
    }),
  }),
  example: {},

  handle({ tx, caller }) {
    const { user, tenant, key } = tx.remember(`me ${caller.user_id} ${caller.key_id} ${caller.tenant_id}`, () => ({
      user: caller.user_id === null ? null : userById(tx, caller.user_id),
      tenant: isNowhere(caller) ? null : readTenant(tx, caller.tenant_id),
      key: caller.key_id === null ? null : readKey(tx, caller.key_id),
    }))
    const place = tenant ? { tenant } : { tenant_id: null, role: null, tenant }
    const person = caller.via === 'session' ? user : null
    return {
      ...caller,
      ...place,
      user: user && { ...user, locale: localeOf(tx, user), email_verified: user.email_verified_at !== null },
      key,
      workspaces: person ? workspacesOf(tx, person.id, caller.within) : [],
      invitations: person ? offersTo(tx, person.id, caller.within).map((one) => ({ ...one, id: one.tenant_id })) : [],
    }
  },
})

export const getProfile = read({
  name: 'get_profile',
  route: 'GET /profile',
  role: null,
  summary: 'Your own profile; with an API key, that of the person who made it.',
  input: Type.Object({}),
  output: Profile,
  example: {},

  handle: ({ tx, caller }) => ownProfile(tx, caller),
})

export const updateProfile = outbound({
  name: 'update_profile',
  route: 'PATCH /profile',
  role: null,
  proof: { when: ({ email }) => email !== undefined },
  at_install: { when: ({ email }) => email !== undefined },
  local: true,
  summary: 'Change your name, language, time zone or e-mail address.',
  description:
    'Without a language of your own (`locale` null) you read that of your workspace. A new e-mail address needs `current_password`. It stays in `pending_email` until the link that is sent there is opened, for a day; sending it again, or an own address that is not verified, sends a new link.',
  input: Type.Object({
    name: Type.Optional(PersonName),
    locale: Type.Optional(Nullable(Language)),
    time_zone: Type.Optional(TimeZone),
    email: Type.Optional(Email()),
    current_password: Type.Optional(Secret({ title: 'Current password', maxLength: 1000 })),
  }),
  output: Profile,
  example: { name: 'Ada L.', time_zone: 'Europe/Vienna' },
  faults: ['conflict', 'rate_limited'],

  async handle({ app, caller, read, write, changed }, { current_password = '', ...wanted }) {
    const user = read((tx) => {
      assertAtHome(tx, caller)
      return wanted.email === undefined ? ownUser(tx, caller) : userToSecure(tx, caller)
    })
    const name = wanted.name?.trim() ?? user.name
    const { locale, time_zone } = placeOf(user, wanted)
    if (wanted.email !== undefined) assertOneScript(wanted.email)
    const email = wanted.email === undefined ? user.email : plainEmail(wanted.email)
    const proves = email !== user.email || (wanted.email !== undefined && user.email_verified_at === null)
    if (email !== user.email) {
      if (!current_password)
        throw invalid({ path: 'current_password', message: 'is required to change the e-mail address' })
      await provePassword(app, user, current_password)
    }
    return write((tx) => {
      if (email !== user.email && userByEmail(tx, email))
        throw conflict('There is an account with this e-mail address.')
      setProfile(tx, user.id, { name, locale, time_zone })
      if (proves) sendProof(tx, app, user, email)
      const { name: had, time_zone: lived } = user
      const spoke = user.own_locale === 1 ? user.locale : null
      changed({
        target: user.id,
        before: { name: had, locale: spoke, time_zone: lived },
        after: { name, locale, time_zone, ...(proves ? { pending_email: email } : {}) },
      })
      return ownProfile(tx, caller)
    })
  },
})

/** Language and time zone in canonical form; fields left out stay. 422 names the invalid one. */
function placeOf(
  user: Pick<UserRow, 'locale' | 'own_locale' | 'time_zone'>,
  wanted: { locale?: string | null; time_zone?: string },
): { locale: string | null; time_zone: string } {
  const own = user.own_locale === 1 ? user.locale : null
  const locale = wanted.locale === undefined ? own : wanted.locale && offeredTag(wanted.locale)
  const isRefused = !locale && !!wanted.locale
  const time_zone = wanted.time_zone === undefined ? user.time_zone : asTimeZone(wanted.time_zone)
  if (!isRefused && time_zone) return { locale: locale || null, time_zone }
  throw invalid(
    ...(isRefused ? [{ path: 'locale', message: `must be one of ${offeredLanguages().join(', ')}` }] : []),
    ...(time_zone ? [] : [{ path: 'time_zone', message: 'must be a time zone such as Europe/Vienna' }]),
  )
}

export const deleteProfile = write({
  name: 'delete_profile',
  route: 'DELETE /profile',
  role: null,
  proof: true,
  body: true,
  summary: 'Delete your own account.',
  description:
    'You are signed out everywhere, leave every workspace, and the API keys you made are revoked. The last owner of a workspace with credits or running jobs has to make another owner first. Refused for an API key with fewer rights than the person who made it.',
  input: Type.Object({ confirm: Type.String({ title: 'Your e-mail address, to confirm', maxLength: 254 }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { confirm: 'ben@northwind.example' },
  faults: ['conflict'],

  handle({ tx, caller, changed }, { confirm }) {
    const user = ownUser(tx, caller)
    assertWholePerson(tx, caller)
    if (plainEmail(confirm) !== user.email)
      throw invalid({ path: 'confirm', message: 'must be your own e-mail address' })
    assertMayLeave(tx, user)
    revokeKeysOf(tx, user.id)
    removeUser(tx, user.id)
    changed({ target: user.id, before: { email: user.email } })
    return { id: user.id, deleted: true }
  },
})
