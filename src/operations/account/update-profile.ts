import Type from 'typebox'
import {
  asLocale,
  assertAtHome,
  assertOneScript,
  ownProfile,
  ownUser,
  PersonName,
  Profile,
  plainEmail,
  provePassword,
  sendProof,
  setProfile,
  type UserRow,
  userByEmail,
  userToSecure,
} from '../../domains/accounts/index.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Email, Secret, TimeZone } from '../../kernel/operation/shape.ts'
import { asTimeZone } from '../../kernel/time/clock.ts'

export const updateProfile = outbound({
  name: 'update_profile',
  route: 'PATCH /profile',
  role: null,
  proof: { when: ({ email }) => email !== undefined },
  at_install: { when: ({ email }) => email !== undefined },
  local: true,
  summary: 'Change your name, language, time zone or e-mail address.',
  description:
    'A new e-mail address needs `current_password`. It stays in `pending_email` until the link that is sent there is opened, for a day; sending it again, or an own address that is not verified, sends a new link.',
  input: Type.Object({
    name: Type.Optional(PersonName),
    locale: Type.Optional(
      Type.String({ title: 'Language', description: 'BCP 47, such as en or de-AT', maxLength: 35 }),
    ),
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
      const { name: had, locale: spoke, time_zone: lived } = user
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
  user: Pick<UserRow, 'locale' | 'time_zone'>,
  wanted: { locale?: string; time_zone?: string },
): { locale: string; time_zone: string } {
  const locale = wanted.locale === undefined ? user.locale : asLocale(wanted.locale)
  const time_zone = wanted.time_zone === undefined ? user.time_zone : asTimeZone(wanted.time_zone)
  if (locale && time_zone) return { locale, time_zone }
  throw invalid(
    ...(locale ? [] : [{ path: 'locale', message: 'is not a language tag such as en or de-AT' }]),
    ...(time_zone ? [] : [{ path: 'time_zone', message: 'must be a time zone such as Europe/Vienna' }]),
  )
}
