import Type from 'typebox'
import { ROLES } from '../kernel/caller.ts'
import { Id, Moment, Nullable } from '../kernel/shape.ts'

export const USER_STATUSES = ['active', 'pending', 'suspended', 'declined'] as const
export const UserStatus = Type.Enum(USER_STATUSES, { title: 'Status' })

export const Role = Type.Enum(ROLES, {
  title: 'Role',
  description: 'Lowest to highest: client_viewer, member, admin, owner',
})

export const PersonName = Type.String({ title: 'Name', minLength: 1, maxLength: 120, pattern: '\\S' })

export const Member = Type.Object({
  uid: Id,
  tenant_id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  status: UserStatus,
  /** False until an invited person has chosen a password. */
  joined: Type.Boolean(),
  created_at: Moment,
})

export const Profile = Type.Object({
  id: Id,
  email: Type.String(),
  email_verified: Type.Boolean(),
  name: Type.String(),
  locale: Type.String(),
  time_zone: Type.String(),
  status: UserStatus,
  platform_admin: Type.Boolean(),
  last_seen_at: Nullable(Moment),
  created_at: Moment,
})

export const SessionShape = Type.Object({
  id: Type.String({ description: 'Harmless: the hash of the cookie, not the cookie' }),
  current: Type.Boolean(),
  ip: Nullable(Type.String()),
  user_agent: Nullable(Type.String()),
  created_at: Moment,
  last_seen_at: Moment,
  expires_at: Moment,
})
