/** Names of files of a report. */
import { plain } from '../../../kernel/text/plain.ts'

/** Letters of a name in a file: with four bytes each, the name stays below the 255 bytes that file systems take. */
const LONGEST = 58

/** `creme-brulee-2026-10.pdf`; other scripts keep their letters, and a correction has its revision. */
export function fileNameOf(
  client: string,
  { period, revision }: { period: string; revision: number },
  type: 'pdf' | 'csv' = 'pdf',
): string {
  const letters = client
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/(?:\p{Script=Latin}\p{M}*)+/gu, plain)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const name = [...letters.replace(/^-/, '')].slice(0, LONGEST).join('').replace(/-$/, '')
  return `${name || 'report'}-${period}${revision > 1 ? `-${revision}` : ''}.${type}`
}
