/** The settings of a mail server as people paste them from the page of their provider. */
import { isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { invalid } from '../../kernel/operation/fault.ts'

/** A user or password without the blanks and line ends around it. */
const withoutEdges = (text: string): string =>
  text
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[\u200b\u2060\ufeff]/g, '')
    .trim()

/** Google shows an app password in four groups, which are no part of it (support.google.com/accounts/answer/185833). */
const APP_PASSWORD = /^[a-z]{4}( [a-z]{4}){3}$/i

export function passwordIn(pasted: string): string {
  const password = withoutEdges(pasted)
  if (password === '') throw invalid({ path: 'password', message: 'has only blanks. Enter it again' })
  return APP_PASSWORD.test(password) ? password.replaceAll(' ', '') : password
}

export function userIn(pasted: string): string {
  const user = withoutEdges(pasted)
  if (user === '') throw invalid({ path: 'user', message: 'has only blanks. Enter it again' })
  return user
}

/** `smtp.provider.example:587`, with or without a scheme: its host, and its port where it has one. */
export function serverIn(pasted: string): { host: string; port: number | null } {
  const text = withoutEdges(pasted)
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/\/+$/, '')
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (isIPv6(bare)) return { host: bare, port: null }
  const [, name = text, digits] = /^(.*?):(\d{1,5})$/.exec(text) ?? []
  const port = digits === undefined ? null : Number(digits)
  const address = name.replace(/^\[(.*)\]$/, '$1')
  const host = isIPv6(address) ? address : domainToASCII(name.replace(/\.$/, ''))
  if (!isIPv6(host) && (/[\s/\\@?#]/.test(name) || !/^[a-z0-9._-]+$/i.test(host)))
    throw invalid({ path: 'host', message: 'must be a host name, such as smtp.provider.example' })
  if (port !== null && (port < 1 || port > 65_535))
    throw invalid({ path: 'host', message: `must have a port from 1 to 65535, not ${digits}` })
  return { host, port }
}
