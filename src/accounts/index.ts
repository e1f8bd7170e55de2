import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'

export { callerIn, mayEnter, roleIn } from './access.ts'
export { faultOfPassword } from './password-rules.ts'
export { hashPassword, verifyPassword } from './passwords.ts'
export { closeSession, closeSessionsOf, type From, openSession, sessionCookieName } from './sessions.ts'
export { createInvitation, createSetupLink, findSetupLink, useSetupLink } from './setup-links.ts'
export * from './shapes.ts'
export { acceptInvitation, invitedBy, type SignedIn, signIn } from './sign-in.ts'
export { members as membersTable, type UserRow, users as usersTable } from './tables.ts'
export { createUser, hasUsers, plainEmail, userByEmail, userById } from './users.ts'
export { callerOfSession, type Visitor } from './visitor.ts'

export const operations: readonly AnyOperation[] = []

export const jobs: readonly Job[] = []
