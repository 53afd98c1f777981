import { stripSpace } from '../../kit/texts/format.ts'
import { invalid } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'

/** Maximum number of characters in a password, for reliability. The minimum is a setting. */
export const max_password_length = 128

/** The owner of a password. None of these values may be used as the password. */
export interface PasswordOwner {
  name: string
  email: string
  username: string
  /** Name of the courier company. */
  provider: string
}

/**
 * Checks whether a password is allowed: its length, and that it is not the name, the email address, the user name or
 * the company. There are no rules about kinds of characters; a password is compared exactly as typed. The server also
 * rejects common passwords.
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

/** Returns the error for a commonly used password. */
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
