/** Logos that are looked at before they are kept: in memory alone, the last few, for some minutes. */
import type { App } from '../../kernel/app.ts'
import { MINUTE, plus, type Time } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import type { Picture } from './image.ts'
import { fetchLogo, hashOf, type ServedPicture } from './logo.ts'

/** At most half a megabyte each. */
const MOST = 12
const KEPT_FOR = 5 * MINUTE

type Tried = { at: Time; file: string; picture: Picture }

const tried = new WeakMap<Db, Map<string, Tried>>()

function triedIn({ db }: Pick<App, 'db'>): Map<string, Tried> {
  const known = tried.get(db) ?? new Map<string, Tried>()
  tried.set(db, known)
  return known
}

/** Fetches a logo as it would be kept, once in a few minutes, and says where it is served meanwhile. 422 as `fetchLogo`. */
export async function tryLogo(
  app: Pick<App, 'db' | 'clock' | 'fetch'>,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const all = triedIn(app)
  const at = app.clock.now()
  const known = all.get(url)
  if (known && at < plus(known.at, KEPT_FOR)) return pathOf(known)
  const picture = await fetchLogo(app, url, signal)
  const one = { at, file: `tried.${hashOf(picture.body)}.${picture.kind}`, picture }
  all.delete(url)
  all.set(url, one)
  if (all.size > MOST) all.delete(all.keys().next().value!)
  return pathOf(one)
}

/** The picture at such an address, by its last part, or null. */
export function triedLogo(app: Pick<App, 'db'>, file: string): ServedPicture | null {
  const found = [...triedIn(app).values()].find((one) => one.file === file)
  return found ? { body: found.picture.body, type: `image/${found.picture.kind}` } : null
}

const pathOf = ({ file }: Tried): string => `/app/brand/${file}`
