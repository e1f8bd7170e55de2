import { boot } from '../../boot.ts'
import { firstRun } from '../../domains/accounts/index.ts'
import { createSetupKey } from '../../domains/keys/index.ts'
import { Fault, type Issue, sentence } from '../../kernel/operation/fault.ts'
import { readText } from '../client/local-file.ts'
import { type Command, CommandError, UsageError, type Values } from '../framework/command.ts'
import { sayJson } from '../framework/terminal.ts'
import { settingsToWrite } from './this-install.ts'

export const command: Command = {
  name: 'setup',
  summary: 'Create the first account without a browser, while the install is stopped.',
  about: [
    'Creates the first account, which administers the install, and the workspace of the agency. Always prints JSON: {user_id, tenant_id, api_key?}.',
  ],
  options: {
    email: { value: 'E-MAIL', meaning: 'e-mail address of the first account (required)' },
    name: { value: 'NAME', meaning: 'name of the person (required)' },
    workspace: { value: 'NAME', meaning: 'name of the agency (required)' },
    'password-file': { value: 'FILE', file: true, meaning: 'file with the password' },
    'password-stdin': { meaning: 'read the password from stdin' },
    'api-key': { meaning: 'also create an API key with all rights' },
  },
  examples: [
    {
      line: 'signalpost setup --email ada@northwind.example --name Ada --workspace Northwind --password-file password.txt --api-key',
      meaning: 'Also create an API key, for scripts that continue the setup.',
    },
  ],
  json: '{user_id, tenant_id, api_key?}, with or without --json',

  async run({ options: values }) {
    const { config } = settingsToWrite()
    const given = {
      email: required(values, 'email'),
      name: required(values, 'name'),
      workspace: required(values, 'workspace'),
      password: await passwordFrom(values),
    }
    // Only the answer may go to stdout.
    const app = boot({ ...config, log_level: 'error' })
    try {
      const makeKey = values['api-key'] === true ? createSetupKey : undefined
      sayJson(await firstRun(app, given, { makeKey }))
      return 0
    } catch (error) {
      throw error instanceof Fault ? new CommandError(reasonOf(error)) : error
    } finally {
      app.db.close()
    }
  },
}

function required(values: Values, name: string): string {
  const value = values[name]
  if (typeof value !== 'string' || value.trim() === '')
    throw new UsageError(`--${name} is missing`, 'see: signalpost help setup')
  return value
}

async function passwordFrom(values: Values): Promise<string> {
  const file = values['password-file']
  if ((typeof file === 'string') === (values['password-stdin'] === true))
    throw new UsageError(
      'give either --password-stdin or --password-file',
      'other users of the machine could read a password on the command line',
    )
  const text = typeof file === 'string' ? readText(file) : await Bun.stdin.text()
  return text.replace(/\r?\n$/, '')
}

function reasonOf({ message, details }: Fault): string {
  const issues = details.issues as Issue[] | undefined
  return issues?.map(sentence).join('; ') ?? message
}
