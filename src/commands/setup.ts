import { boot } from '../boot.ts'
import { firstRun } from '../domains/accounts/index.ts'
import { createSetupKey } from '../domains/keys/index.ts'
import { readConfig } from '../kernel/config.ts'
import { Fault, type Issue, sentence } from '../kernel/fault.ts'
import { type Command, CommandError, readText, say, UsageError, type Values } from './command.ts'

export const command: Command = {
  usage: 'setup --email E --name N --workspace W (--password-stdin | --password-file F) [--api-key]',
  summary: 'Set up a fresh install without a browser; prints JSON {user_id, tenant_id, api_key?}.',
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    workspace: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    'password-file': { type: 'string' },
    'api-key': { type: 'boolean' },
  },
  words: 0,

  async run(values) {
    const given = {
      email: required(values, 'email'),
      name: required(values, 'name'),
      workspace: required(values, 'workspace'),
      password: await passwordFrom(values),
    }
    // Only the answer may stand on stdout.
    const app = boot({ ...readConfig(process.env).config, log_level: 'error' })
    try {
      say(
        JSON.stringify(
          await firstRun(app, given, { makeKey: values['api-key'] === true ? createSetupKey : undefined }),
        ),
      )
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
  if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${name} is missing`)
  return value
}

async function passwordFrom(values: Values): Promise<string> {
  const file = values['password-file']
  if ((typeof file === 'string') === (values['password-stdin'] === true))
    throw new UsageError('give either --password-stdin or --password-file')
  return withoutNewline(typeof file === 'string' ? readText(file, '--password-file') : await Bun.stdin.text())
}

const withoutNewline = (text: string): string => text.replace(/\r?\n$/, '')

function reasonOf({ message, details }: Fault): string {
  const issues = details.issues as Issue[] | undefined
  return issues?.map(sentence).join('; ') ?? message
}
