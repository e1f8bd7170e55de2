import Type from 'typebox'
import { EmailSettings, emailSettings } from '../../domains/mail/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getEmailSettings = read({
  name: 'get_email_settings',
  route: 'GET /settings/email',
  role: 'platform',
  sensitive: true,
  summary: 'The mail server and the sender of e-mails.',
  input: Type.Object({}),
  output: EmailSettings,
  example: {},

  handle: ({ tx }) => emailSettings(tx),
})
