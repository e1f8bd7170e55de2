/** Options of a provider: one JSON column, complete in every row. */
import type { Role } from '../../kernel/operation/caller.ts'
import type { ProviderRow } from './tables.ts'
import type { NO_MATCH } from './words.ts'

/** A group, or another value of the claim, and the role that it gives in a workspace. */
export type GroupRule = { value: string; tenant_id: string; role: Role }

export type ProviderOptions = {
  /** Google: the domain that the claim `hd` must name. Entra: the tenant id that `tid` must name. */
  organisation: string | null
  scopes: string[]
  /** Mail domains of its people; empty: any. */
  domains: string[]
  creates: boolean
  /** Workspace that new people join. */
  home: string | null
  default_role: Role
  groups_claim: string
  rules: GroupRule[]
  no_match: (typeof NO_MATCH)[number]
  manage_all: boolean
  trust_mfa: boolean
  /** Values of `acr` or `amr` that count as a second factor. */
  mfa_values: string[]
  max_session_hours: number
  end_session: boolean
}

export const DEFAULTS: ProviderOptions = {
  organisation: null,
  scopes: ['openid', 'email', 'profile'],
  domains: [],
  creates: false,
  home: null,
  default_role: 'client_viewer',
  groups_claim: 'groups',
  rules: [],
  no_match: 'default_role',
  manage_all: false,
  trust_mfa: false,
  mfa_values: ['mfa', 'otp', 'hwk', 'phr', 'phrh'],
  max_session_hours: 24,
  end_session: false,
}

export const optionsOf = ({ options }: Pick<ProviderRow, 'options'>): ProviderOptions =>
  JSON.parse(options) as ProviderOptions
