import type { App } from '../../../kernel/operation/app.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import { forgiveTries, takeTry } from '../sign-in/sign-in-throttle.ts'
import type { UserRow } from '../tables.ts'
import { verifyPassword } from './passwords.ts'

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
  if (!(await verifyPassword(password, user.password_hash))) throw invalid({ path: field, message: 'is wrong' })
  app.db.write((tx) => forgiveTries(tx, who, null))
}
