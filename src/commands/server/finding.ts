import type { Config } from '../../kernel/environment/config.ts'

/** A result, and the advice about it (empty when all is well). */
export type Finding = { verdict: 'ok' | 'warn' | 'fail'; found: string; advice?: string }
export type Check = (config: Config) => Finding | Promise<Finding>

export const well = (found: string, advice?: string): Finding => ({ verdict: 'ok', found, advice })
export const warn = (found: string, advice?: string): Finding => ({ verdict: 'warn', found, advice })
export const fail = (found: string, advice?: string): Finding => ({ verdict: 'fail', found, advice })
