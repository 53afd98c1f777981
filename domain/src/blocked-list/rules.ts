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

/** A value in the form in which it is stored and compared; `null` when it is none of its type. */
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

/** An IPv4 address as it is, an IPv6 one with all its eight groups, so that every way of writing it is the same. */
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

/** What is wrong with a new entry; `today` is the calendar day on which it is made. */
export function checkBlocked(
  entry: { type: BlockedType; value: string; reason: string; until?: string | null | undefined },
  today: string,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (entry.value.trim() === '') problems.push({ field: 'value', message: 'Enter what is to be blocked.' })
  else if (normalBlocked(entry.type, entry.value) === null)
    problems.push({
      field: 'value',
      message: `This cannot be read. Enter it like ${blocked_examples[entry.type]}.`,
    })
  if (entry.reason.trim() === '')
    problems.push({ field: 'reason', message: 'Say why, for colleagues who look at it later.' })
  if (entry.until && entry.until < today)
    problems.push({ field: 'until', message: 'This day is past. Choose today or later, or leave it empty.' })
  return problems
}

/** By what somebody is looked up on the list. */
export interface BlockedFacts {
  /** One address each, or several separated by commas. */
  emails?: readonly (string | null | undefined)[]
  mobile_numbers?: readonly (string | null | undefined)[]
  ip_address?: string | undefined
}

/** The name under which an entry is found. */
export function blockedKey(type: BlockedType, value: string): string {
  return `${type} ${value}`
}

/**
 * The names of all entries that would stop these facts: an address also without what stands behind a `+`, a domain with
 * every domain above it.
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

/** Whether somebody may look at the list and change it, beside the permission of the call. */
export function mayEditBlockedList(actor: Actor): RuleResult {
  return isOffice(actor) ? true : forbidden('The blocked list belongs to the company. Ask its staff.')
}
