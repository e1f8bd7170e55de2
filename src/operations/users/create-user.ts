import Type from 'typebox'
import {
  createUser as addUser,
  faultOfNewPassword,
  hashPassword,
  LONGEST,
  PersonName,
  plainEmail,
  readUser,
  SHORTEST,
  UserDetail,
  userByEmail,
} from '../../domains/accounts/index.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Defaulted, Email, Secret } from '../../kernel/operation/shape.ts'

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
