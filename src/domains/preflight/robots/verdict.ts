import type { Facts } from '../shapes.ts'
import type { RobotsRule } from './robots.ts'

export type RobotsVerdict = Facts['robots']

export const UNKNOWN: RobotsVerdict = { verdict: 'unknown', rule: null }
const FREE: RobotsVerdict = { verdict: 'allowed', rule: null }

export const verdictOf = (rule: RobotsRule | null): RobotsVerdict =>
  rule ? { verdict: rule.allow ? 'allowed' : 'blocked', rule: { line: rule.line, text: rule.text } } : FREE

export const isBlocked = ({ verdict }: RobotsVerdict): boolean => verdict === 'blocked'
