/** Files of the person at the keyboard, and their faults in plain words. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../../kernel/operation/fault.ts'
import { decodeText } from '../../kernel/text/decode.ts'
import { CommandError } from '../framework/command.ts'

/** A text file in any usual encoding. */
export const readText = (path: string): string => decodeText(readBytes(path))

export function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CommandError(`"${path}": ${plainReason(error)}`, ADVICE[codeOf(error)])
  }
}

/** Writes a file that nobody else may read; it is the old one or the whole new one, never half of it. */
export function writePrivate(path: string, text: string): void {
  const part = `${path}.part${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(part, text, { mode: 0o600 })
    chmodSync(part, 0o600)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw new CommandError(`"${path}": ${plainReason(error)}`, ADVICE[codeOf(error)])
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'you may not read or write it',
  EPERM: 'you may not read or write it',
  EISDIR: 'is a folder',
  ENOTDIR: 'a part of the path is no folder',
  ENOSPC: 'the disk is full',
  EROFS: 'is on a disk that cannot be written',
}

const ADVICE: Record<string, string> = {
  ENOENT: 'check the name; `ls` shows what is here',
  EACCES: '`ls -l` shows whose it is',
  EISDIR: 'name a file in it',
  ENOSPC: '`df -h` shows the free space',
}

/** The refusal of the operating system, in words. */
export const plainReason = (error: unknown): string => REASONS[codeOf(error)] ?? (error as Error).message
