/** Whether the running install may open as many files and connections as it needs. */
import { readdirSync, readFileSync } from 'node:fs'
import { lastHolder } from '../../../kernel/database/lock.ts'
import type { Config } from '../../../kernel/environment/config.ts'
import { type Finding, warn, well } from '../finding.ts'

/** Page fetches, suppliers, mail and the database use at most about 300; the rest is for incoming connections. */
const ENOUGH = 1024
/** Share of the limit from which on new connections may soon wait. */
const NEARLY = 0.8

/** Reads `/proc` (Linux) about the process that holds the data folder. */
export function checkOpenFiles({ data_dir }: Config, proc = '/proc'): Finding {
  const pid = lastHolder(data_dir)
  const limit = pid === null ? null : limitOf(`${proc}/${pid}/limits`)
  if (limit === null) return well('not known: the install is stopped, or this is not Linux')
  const open = openIn(`${proc}/${pid}/fd`)
  const found = `${open === null ? 'at most' : `${open.toLocaleString('en')} of`} ${limit.toLocaleString('en')} files and connections open`
  if (limit >= ENOUGH && (open ?? 0) < limit * NEARLY) return well(found)
  return warn(
    found,
    `at the limit new connections are refused until some are closed: allow ${(ENOUGH * 64).toLocaleString('en')} (LimitNOFILE= of the service, or ulimit -n before it is started)`,
  )
}

/** The soft limit (proc(5)); null when it is not known. */
function limitOf(file: string): number | null {
  try {
    const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync(file, 'utf8'))?.[1]
    return limit === undefined ? null : limit === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(limit)
  } catch {
    return null
  }
}

/** Null for the process of another account, which only the machine's administrator may read. */
function openIn(folder: string): number | null {
  try {
    return readdirSync(folder).length
  } catch {
    return null
  }
}
