import type { Install } from '../../upstream/install.ts'
import { nearest } from '../framework/arguments.ts'
import { CommandError, type Options } from '../framework/command.ts'
import { allOf } from './connection.ts'

export const CLIENT: Options = {
  client: { value: 'NAME', meaning: 'name or id of the client; default: the workspace of the key' },
}

export type Workspace = { id: string; name: string; kind: string; archived: boolean; created_at: string }

/** The id of a workspace by its name or id; undefined for the key's own. */
export async function workspaceNamed(install: Install, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined
  const wanted = name.trim().toLowerCase()
  const all = await workspaces(install)
  const found = all.filter((one) => one.id === name || one.name.toLowerCase() === wanted)
  if (found.length === 1) return found[0]!.id
  if (found.length > 1)
    throw new CommandError(
      `${found.length} workspaces are called "${name}"`,
      `give the id of one: ${found.map(({ id }) => id).join(', ')}`,
    )
  const like = nearest(
    wanted,
    all.map((one) => one.name.toLowerCase()),
  )
  const near = all
    .filter((one) => one.name.toLowerCase().includes(wanted) || one.name.toLowerCase() === like)
    .map((one) => `"${one.name}"`)
  throw new CommandError(
    `there is no client "${name}"`,
    near.length ? `did you mean ${near.slice(0, 5).join(' or ')}?` : '`signalpost clients` lists them',
  )
}

/** All workspaces that the key can use, its own first. */
export const workspaces = (install: Install, query = ''): Promise<Workspace[]> =>
  allOf(install, `/tenants${query && `?${query}`}`)
