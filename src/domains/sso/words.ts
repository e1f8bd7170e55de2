import { words } from '../../kernel/operation/schema-names.ts'

export const PROVIDER_KINDS = words('IdentityProviderKind', ['google', 'entra', 'generic'])
export const LINKED_BY = words('LinkedBy', ['jit', 'letter', 'self'])
export const NO_MATCH = words('NoMatch', ['default_role', 'refuse'])
