import { z } from 'zod'
import { isOffice, type Actor } from '../kit/actor.ts'
import { isOneEmail } from '../kit/contacts/email.ts'
import { e164 } from '../kit/contacts/phone-number.ts'
import { forbidden, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { blocked_examples, type BlockedType } from './model.ts'

export const max_blocked_value_length = 254
export const max_reason_length = 200

const one_domain = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,}$/

/** Returns a value in the form in which it is stored and compared; `null` when it is not valid for its type. */
export function normalBlocked(type: BlockedType, typed: string): string | null {
  const text = typed.trim().toLowerCase()
  switch (type) {
    case 'email-address':
      return isOneEmail(text) ? text : null
    case 'email-domain': {
      const domain = text.replace(/^@/, '')
      return one_domain.test(domain) ? domain : null
    }
    case 'mobile-number':
      return e164(text)
    case 'ip-address':
      return normalAddress(text)
  }
}

/**
 * Normalises an IP address: IPv4 stays as it is, IPv6 is written with all eight groups, so that equal addresses
 * compare equal.
 */
function normalAddress(text: string): string | null {
  const plain = text.replace(/^::ffff:(?=\d+\.)/, '')
  if (z.ipv4().safeParse(plain).success) return plain
  if (!z.ipv6().safeParse(plain).success || plain.includes('.')) return null
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(zeros).fill('0'), ...after]
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Returns the problems of a new entry; `today` is the calendar day on which it is created. */
export function checkBlocked(
  entry: { type: BlockedType; value: string; reason: string; until?: string | null | undefined },
  today: string,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (entry.value.trim() === '') problems.push({ field: 'value', message: 'Enter what to block.' })
  else if (normalBlocked(entry.type, entry.value) === null)
    problems.push({
      field: 'value',
      message: `This value is not valid. Enter it like ${blocked_examples[entry.type]}.`,
    })
  if (entry.reason.trim() === '')
    problems.push({ field: 'reason', message: 'Enter a reason that colleagues will understand later.' })
  if (entry.until && entry.until < today)
    problems.push({
      field: 'until',
      message: 'This date is in the past. Choose today or later, or leave it empty.',
    })
  return problems
}

/** The identifiers of a person to look up on the blocked list. */
export interface BlockedFacts {
  /** Each text holds one address, or several separated by commas or semicolons. */
  emails?: readonly (string | null | undefined)[]
  mobile_numbers?: readonly (string | null | undefined)[]
  ip_address?: string | undefined
}

/** Returns the lookup key of an entry. */
export function blockedKey(type: BlockedType, value: string): string {
  return `${type} ${value}`
}

/**
 * Returns the keys of all entries that would block these facts. An address is also looked up without the part after
 * `+`, a domain also by every parent domain.
 */
export function blockedKeys(facts: BlockedFacts): string[] {
  const keys: string[] = []
  const add = (type: BlockedType, value: string): void => {
    const normal = normalBlocked(type, value)
    if (normal !== null) keys.push(blockedKey(type, normal))
  }
  for (const email of (facts.emails ?? []).flatMap((text) => (text ?? '').split(/[,;]/))) {
    const [name = '', host = ''] = email.trim().split('@')
    add('email-address', email)
    if (name.includes('+')) add('email-address', `${name.split('+')[0]}@${host}`)
    const parts = host.split('.')
    parts.forEach((_, index) => add('email-domain', parts.slice(index).join('.')))
  }
  for (const number of facts.mobile_numbers ?? []) add('mobile-number', number ?? '')
  if (facts.ip_address) add('ip-address', facts.ip_address)
  return keys
}

/** Whether `actor` may view and change the blocked list, in addition to the permission of the endpoint. */
export function mayEditBlockedList(actor: Actor): RuleResult {
  return isOffice(actor) ? true : forbidden('Only company staff can use the blocked list. Ask them.')
}
