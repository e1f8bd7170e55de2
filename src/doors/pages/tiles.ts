import { tilesOf } from '../../domains/branding/index.ts'
import type { SignedInCall } from './web.ts'

/** Logos of workspaces that the visitor sees, or the icons of their sites, by id. */
export const tilesFor = (
  { app, caller }: Pick<SignedInCall, 'app' | 'caller'>,
  ids: readonly string[],
): ReadonlyMap<string, string> => app.db.read((tx) => tilesOf(tx, caller, ids))
