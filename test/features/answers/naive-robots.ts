/** robots.txt by RFC 9309, written without regard to speed, to compare with the parser of the program. */

type Group = { agents: string[]; rules: { allow: boolean; path: string; line: number }[] }

function groupsOf(file: string): Group[] {
  const groups: Group[] = []
  let open = false
  for (const [at, text] of file
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*(.*?)\s*$/i.exec(text.replace(/#.*/s, '')) ?? []
    if (/^user-agent$/i.test(name)) {
      if (!open) groups.push({ agents: [], rules: [] })
      open = true
      groups.at(-1)!.agents.push(value === '*' ? '*' : /^[a-z_-]*/i.exec(value)![0].toLowerCase())
    } else if (/^(dis)?allow$/i.test(name)) {
      open = false
      if (value) groups.at(-1)?.rules.push({ allow: /^allow$/i.test(name), path: value, line: at + 1 })
    }
  }
  return groups
}

const matches = (pattern: string, path: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/\$$/, '')
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}${pattern.endsWith('$') ? '$' : ''}`,
    's',
  ).test(path)

/** Whether a crawler with these names may fetch the path, and the line that decides. */
export function naively(
  file: string,
  names: readonly string[],
  path: string,
): { allowed: boolean; line: number | null } {
  const groups = groupsOf(file)
  const named = names.find((name) => groups.some(({ agents }) => agents.includes(name))) ?? '*'
  const [rule] = groups
    .filter(({ agents }) => agents.includes(named))
    .flatMap(({ rules }) => rules)
    .filter((one) => matches(one.path, path))
    .sort((a, b) => b.path.length - a.path.length || Number(b.allow) - Number(a.allow) || a.line - b.line)
  return { allowed: rule?.allow ?? true, line: rule?.line ?? null }
}
