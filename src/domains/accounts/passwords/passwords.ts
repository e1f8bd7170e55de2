/** argon2id (m = 19 MiB, t = 2: about 24 ms), at most ten at once. Accounts that do not exist take the same work. */

import { text } from '../../../kernel/language/say.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { Fault, invalid } from '../../../kernel/operation/fault.ts'
import { Gate } from '../../../kernel/scheduling/fair-pool.ts'
import { forgiveTries, takeTry } from '../sign-in/sign-in-throttle.ts'
import type { UserRow } from '../tables.ts'

const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19456, timeCost: 2 } as const
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$'
const AT_ONCE = 10
const QUEUE = 200

/** A hash that no password matches, for equal work. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$7DHXF06aA+TUefXkN0n63T6hmvtV7TNCSOwJBRZXMj0$DNQcQ4xfrQNpA5YFyyMiYvOwMKk0IWgwHH7Bf/KASrs'

const gate = new Gate({ total: AT_ONCE, per_host: AT_ONCE, queue: QUEUE })

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => Bun.password.hash(plain(password), ARGON2ID))

/** Whether the password belongs to the hash. Without a hash the same work is done, and the answer is false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  // Bun.password throws on an empty text.
  const right = await inTurn(() => Bun.password.verify(plain(password) || ' ', hash ?? NOBODY))
  return right && hash !== null && password !== ''
}

/** Whether the hash was made with other parameters than today's. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(CURRENT)

/** One form for text that looks the same on any keyboard (NIST SP 800-63B, 3.1.1.2). */
const plain = (password: string): string => password.normalize('NFKC')

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  await entered()
  try {
    return await work()
  } finally {
    gate.leave('passwords')
  }
}

async function entered(): Promise<void> {
  try {
    await gate.enter('passwords')
  } catch {
    throw new Fault(
      'rate_limited',
      text('Too many sign-ins at once. Try again in a moment.'),
      { code: 'rate_limited' },
      1,
    )
  }
}

/** Checks the person's password in this field: 422 when it is wrong, 429 after too many tries. */
export async function provePassword(
  app: Pick<App, 'db'>,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  password: string,
  field = 'current_password',
): Promise<void> {
  // Counted apart from sign-in, where strangers can use up the tries.
  const who = `own ${user.id}`
  app.db.write((tx) => takeTry(tx, who, null))
  if (!(await verifyPassword(password, user.password_hash))) throw invalid({ path: field, message: text('is wrong') })
  app.db.write((tx) => forgiveTries(tx, who, null))
}
