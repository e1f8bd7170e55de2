import { number } from './format.ts'

/** A number that opens what it counts; nothing is behind a zero. */
export const Door = ({ href, n, says = number(n) }: { href: string; n: number; says?: string }) => (
  <>{n === 0 ? says : <a href={href}>{says}</a>}</>
)
