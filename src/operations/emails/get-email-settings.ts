import Type from 'typebox'
import { read } from '../../kernel/operation.ts'
import { emailSettings } from '../../domains/mail/settings.ts'
import { EmailSettings } from '../../domains/mail/shapes.ts'

export const getEmailSettings = read({
  name: 'get_email_settings',
  route: 'GET /settings/email',
  role: 'platform',
  summary: 'How e-mail is sent.',
  input: Type.Object({}),
  output: EmailSettings,
  example: {},

  handle: ({ tx }) => emailSettings(tx),
})
