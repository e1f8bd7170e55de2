export const KIND_WORDS = { google: 'Google Workspace', entra: 'Microsoft Entra', generic: 'Other (OpenID Connect)' }
export const LINKED_WORDS = { jit: 'account made here', letter: 'by e-mail', self: 'by the person' }
