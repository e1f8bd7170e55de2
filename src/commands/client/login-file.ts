/** Where `login` keeps the address of an install and a key to it, for the user alone. */
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../kernel/operation/fault.ts'
import { CommandError } from '../framework/command.ts'
import { tell } from '../framework/terminal.ts'
import { plainReason, writePrivate } from './local-file.ts'

export type Login = { url: string; key: string }

/** Null where the user has no folder for settings, as services often have none. */
function loginFile(): string | null {
  const { XDG_CONFIG_HOME, HOME } = process.env
  const folder = XDG_CONFIG_HOME || (HOME ? join(HOME, '.config') : null)
  return folder ? join(folder, 'signalpost', 'login.json') : null
}

export function readLogin(): Login | null {
  const path = loginFile()
  if (!path) return null
  let text: string
  try {
    text = readFileSync(path, 'utf8')
    if (statSync(path).mode & 0o077) tell(`signalpost: others may read ${path}; run: chmod 600 ${path}`)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null
    throw new CommandError(`"${path}": ${plainReason(error)}`, 'delete it, then run `signalpost login` again')
  }
  const login = parse(text)
  if (!login) throw new CommandError(`"${path}" is not as \`login\` wrote it`, 'run `signalpost login` again')
  return login
}

/** The path it was written to. */
export function writeLogin(login: Login): string {
  const path = loginFile()
  if (!path) throw new CommandError('there is no folder for your settings', 'set HOME or XDG_CONFIG_HOME')
  writePrivate(path, `${JSON.stringify(login, null, 2)}\n`)
  return path
}

/** The path it was deleted from; null when there was none. */
export function deleteLogin(): string | null {
  const path = loginFile()
  if (!path || !statSync(path, { throwIfNoEntry: false })) return null
  rmSync(path)
  return path
}

function parse(text: string): Login | null {
  try {
    const { url, key } = JSON.parse(text) as Partial<Login>
    return typeof url === 'string' && URL.canParse(url) && typeof key === 'string' && key ? { url, key } : null
  } catch {
    return null
  }
}
