/** Opens an e-mail in the visitor's mail program, filled in. */
export function mailto(to: readonly string[], parts: { subject: string; body?: string }): string {
  const query = Object.entries(parts).map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
  return `mailto:${to.map(encodeURIComponent).join(',').replaceAll('%40', '@')}?${query.join('&')}`
}
