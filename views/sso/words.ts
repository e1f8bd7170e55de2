export const KIND_WORDS = { google: 'Google Workspace', entra: 'Microsoft Entra', generic: 'Other (OpenID Connect)' }
export const NO_MATCH_WORDS = { default_role: 'Role of new people', refuse: 'Refuse the sign-in' }
export const LINKED_WORDS = { jit: 'account made here', letter: 'by e-mail', self: 'by the person' }
