import { namedEnum } from '../../kernel/operation/schema-names.ts'

export const PROVIDER_KINDS = namedEnum('IdentityProviderKind', ['google', 'entra', 'generic'])
export const LINKED_BY = namedEnum('LinkedBy', ['jit', 'letter', 'self'])
export const NO_MATCH = namedEnum('NoMatch', ['default_role', 'refuse'])
