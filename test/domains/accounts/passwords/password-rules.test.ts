import { describe, expect, test } from 'bun:test'
import { faultOfPassword } from '../../../../src/domains/accounts/passwords/password-rules.ts'

const ADA = { email: 'ada.lovelace@northwind.example', name: 'Ada Lovelace' }
const fault = (password: string) => faultOfPassword(password, ADA)

describe('a new password', () => {
  test('has 15 to 256 characters, counted as people see them', () => {
    expect(fault('quiet harbours')).toBe('Use at least 15 characters')
    expect(fault('quiet harbours!')).toBeNull()
    expect(fault('🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🦄🐝🐙🦋')).toBe('Use at least 15 characters')
    expect(fault('🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🦄🐝🐙🦋🐞')).toBeNull()
    expect(fault('seven gulls and '.repeat(17).slice(0, 257))).toBe('Use at most 256 characters')
  })

  test.each([
    'passwordpassword',
    'Password-1234567',
    'P@ssword12345678',
    'letmein letmein letmein',
    'qwertyuiopasdfgh',
    'poiuytrewqlkjhgfdsa',
    '123456789012345678',
    'abcdefghijklmnopq',
    '1q2w3e4r5t6y7u8i',
    'iloveyou iloveyou 1',
    'thequickbrownfoxjumps',
    'manchesterunited',
    'aaaaaaaaaaaaaaaaa',
    'abababababababababab',
    'xyz1xyz1xyz1xyz1',
    'ada-lovelace-northwind',
    'AdaLovelace12345',
    'northwind northwind',
    'signalpost 123456789',
  ])('%s is too easy to guess', (password) => {
    expect(fault(password)).toContain('too easy to guess')
  })

  test.each([
    'correct horse battery staple',
    'northern lights over the pier',
    'demo-password-2026-long',
    'a-very-long-password-1',
    'tr0ub4dor&3-and-then-some',
    'kX9#mQ2$vL7!pW4z',
    'пароль из семи слов и точка',
    'test-password-12345',
  ])('%s will do: there are no rules of composition', (password) => {
    expect(fault(password)).toBeNull()
  })
})
