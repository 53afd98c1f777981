import { stripSpace } from '../../kit/texts/format.ts'
import { invalid } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'

/** Most characters of a password (reliability: there is a lower limit in the settings). */
export const max_password_length = 128

/** Whom a password is for; none of these may be the password. */
export interface PasswordOwner {
  name: string
  email: string
  username: string
  /** What the courier company is called. */
  provider: string
}

/**
 * Whether a password may be chosen: its length, and not the name, the e-mail address or the company. No rules about
 * kinds of characters; a password is compared exactly as typed. Common passwords are refused by the server.
 */
export function checkPassword(password: string, shortest: number, owner: PasswordOwner): RuleResult {
  if (password === '') return wrong('Choose a password.', 'is required')
  if (password.length < shortest || password.length > max_password_length) {
    const range = `needs ${shortest} to ${max_password_length} characters`
    return wrong(`A password ${range}.`, range)
  }
  const plain = lettersOf(password)
  const taken = [owner.name, owner.email, owner.email.split('@')[0] ?? '', owner.username, owner.provider]
  if (taken.some((one) => lettersOf(one) !== '' && lettersOf(one) === plain))
    return wrong(
      'A password must not be your name, your e-mail address or the name of the company.',
      'must not be a name or an e-mail address',
    )
  return true
}

/** The refusal of a password that many people use. */
export function commonPassword(): RuleResult {
  return wrong(
    'This password is used by many people and easy to guess. Choose another one.',
    'is easy to guess',
  )
}

function lettersOf(text: string): string {
  return stripSpace(text.toLowerCase())
}

function wrong(message: string, fieldMessage: string): RuleResult {
  return invalid(message, [{ field: 'password', message: fieldMessage }])
}
