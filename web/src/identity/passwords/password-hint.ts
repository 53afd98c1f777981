import { checkPassword, type PasswordOwner } from '@waybill/domain/identity/sign-in/passwords'

/** Returns the hint to display while a password is typed. `shortest` is the minimum number of characters. */
export function passwordHint(password: string, shortest: number, owner: PasswordOwner): string {
  const left = shortest - password.length
  if (password === '') return `At least ${shortest} characters. A few words together are easy to remember.`
  if (left > 0) return left === 1 ? '1 more character.' : `${left} more characters.`
  const result = checkPassword(password, shortest, owner)
  return result === true ? 'Strong enough.' : result.message
}
